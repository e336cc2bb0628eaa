import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import { placeHold, type Held, type HoldInput } from './holds.ts'
import { isLedgerError } from './ledger-error.ts'
import { post, type Posted, type PostInput } from './post.ts'

/**
 * Posts one transaction, or answers null and moves nothing when there is not enough, leaving `tx` usable:
 * for decisions such as "the budget is spent, so the conversion is rejected".
 */
export async function postIfFunded(tx: Tx, input: PostInput): Promise<Posted | null> {
  return await ifFunded(tx, () => post(tx, input))
}

/** Places a hold, or answers null and holds nothing when there is not enough, leaving `tx` usable. */
export async function placeHoldIfFunded(tx: Tx, input: HoldInput): Promise<Held | null> {
  return await ifFunded(tx, () => placeHold(tx, input))
}

/** A refusal aborts its transaction; a savepoint keeps it to what was tried. */
async function ifFunded<T>(tx: Tx, attempt: () => Promise<T>): Promise<T | null> {
  await sql`savepoint if_funded`.execute(tx)
  try {
    const done = await attempt()
    await sql`release savepoint if_funded`.execute(tx)
    return done
  } catch (error) {
    if (!isLedgerError(error, 'insufficient_funds')) throw error
    await sql`rollback to savepoint if_funded`.execute(tx)
    await sql`release savepoint if_funded`.execute(tx)
    return null
  }
}
