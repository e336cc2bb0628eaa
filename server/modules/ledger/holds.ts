import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
import type { AccountRef } from './accounts.ts'
import { namingRefusals } from './ledger-error.ts'
import { callPost, hashOf, requireExact, type Posted, type PostInput } from './post.ts'

export interface HoldInput {
  account: AccountRef
  /** Whole units of the account's asset. */
  amount: number
  scope: string
  idem: string
  /** Without it the hold stays until captured or released. */
  expiresAt?: Date
}

export interface Held {
  holdId: string
  /** True when the same request was placed before; nothing more is reserved now. */
  replayed: boolean
}

/** Holds an amount so that it stays but cannot be spent. Refuses with `insufficient_funds` or `account_closed`. */
export async function placeHold(
  tx: Tx,
  { account, amount, scope, idem, expiresAt }: HoldInput,
): Promise<Held> {
  requireExact([{ amount }])
  const { party, code, asset } = account
  const hash = hashOf([party, code, asset, amount])
  const { rows } = await namingRefusals(() =>
    sql<Held>`
      select hold_id as "holdId", replayed
      from ledger_place_hold(${scope}, ${idem}, ${hash}, ${party}, ${code}, ${asset}, ${amount}, ${expiresAt ?? null})
    `.execute(tx),
  )
  return rows[0]!
}

/**
 * Posts lines whose debit of the hold's account is taken from the hold, whole or in part; the rest stays reserved until
 * captured or released. Refuses with `hold_exceeded`, `hold_ended`, `hold_unknown` and all that `post` does.
 */
export async function captureHold(tx: Tx, input: PostInput & { holdId: string }): Promise<Posted> {
  return await callPost(tx, input, input.holdId)
}

/** Gives back what is left of a hold; false when it was released before. Refuses with `hold_ended`. */
export async function releaseHold(tx: Tx, holdId: string): Promise<boolean> {
  const { rows } = await namingRefusals(() =>
    sql<{ released: boolean }>`select ledger_release_hold(${holdId}) as released`.execute(tx),
  )
  return rows[0]!.released
}

/** Ends holds that have expired, a batch at a time, and answers how many; for a job. */
export async function expireHolds(db: Db, batch = 500): Promise<number> {
  let total = 0
  for (;;) {
    const { rows } = await sql<{ ended: number }>`select ledger_expire_holds(${batch}) as ended`.execute(db)
    total += rows[0]!.ended
    if (rows[0]!.ended < batch) return total
  }
}
