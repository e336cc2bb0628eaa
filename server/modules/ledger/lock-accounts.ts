import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { AccountRef } from './accounts.ts'
import { namingRefusals } from './ledger-error.ts'

export interface LockedAccount extends AccountRef {
  /** The balance in whole units. */
  posted: number
  reserved: number
}

/**
 * Locks accounts for the rest of the transaction, in the order a post does, and answers their balances as given:
 * for lines that depend on a balance. Name every account the coming post touches, or two callers can deadlock.
 */
export async function lockAccounts(tx: Tx, accounts: AccountRef[]): Promise<LockedAccount[]> {
  const { rows } = await namingRefusals(() =>
    sql<LockedAccount>`
      select party, code, asset, posted, reserved from ledger_lock(${JSON.stringify(accounts)})
    `.execute(tx),
  )
  return rows
}
