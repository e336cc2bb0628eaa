import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import { namingRefusals } from './ledger-error.ts'

/** Closes every account of a party for good and answers how many; refuses with `account_not_empty`. */
export async function closeParty(tx: Tx, party: string): Promise<number> {
  const { rows } = await namingRefusals(() =>
    sql<{ closed: number }>`select ledger_close_party(${party}) as closed`.execute(tx),
  )
  return rows[0]!.closed
}
