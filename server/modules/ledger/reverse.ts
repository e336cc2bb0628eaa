import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import { namingRefusals } from './ledger-error.ts'
import type { Posted } from './post.ts'

export interface ReverseInput {
  txnId: string
  kind: string
  scope: string
  idem: string
  effectiveAt?: Date
  /** Points given back expire with their old lot; where that is past, then. */
  lotsUntil?: Date
}

/**
 * Adds the mirror image of a transaction, once and whole. Refuses with `already_reversed`, `not_reversible`
 * (a reversal itself), `transaction_unknown`, and `insufficient_funds` when what was paid is no longer there:
 * then the caller posts what is, and the rest as a debt (`takeFromMember`).
 */
export async function reverse(tx: Tx, input: ReverseInput): Promise<Posted> {
  const { txnId, kind, scope, idem, effectiveAt, lotsUntil } = input
  const { rows } = await namingRefusals(() =>
    sql<Posted>`
      select posted_id as "txnId", replayed
      from ledger_reverse(${txnId}, ${kind}, ${scope}, ${idem}, ${effectiveAt ?? null}, ${lotsUntil ?? null})
    `.execute(tx),
  )
  return rows[0]!
}
