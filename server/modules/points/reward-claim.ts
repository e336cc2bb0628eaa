import { sql, type RawBuilder } from 'kysely'
import type { ProblemCode } from '#contracts/errors.ts'
import { balances } from '#server/modules/ledger/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem, type Problem } from '#server/platform/http/problems.ts'

/**
 * Locks the rewards of one member until the transaction ends: a concurrent claim waits, then reads what this one
 * wrote. Read the database's time after it, so that the time is never older than the wait.
 */
export async function lockRewards(tx: Tx, party: string): Promise<void> {
  await sql`select ${rewardsLock(sql<string>`${party}::text`)}`.execute(tx)
}

/** In another statement: that lock, of the party it names. */
export function rewardsLock(party: RawBuilder<string>): RawBuilder<unknown> {
  return sql`pg_advisory_xact_lock(hashtextextended('rewards ' || ${party}, 0))`
}

/**
 * The refusal of a reward, to be thrown: with the balance as it is and when it may be possible, as an answer has them.
 * `nextAt` is in milliseconds since 1970; null where that is up to the member.
 */
export async function refuseReward(
  db: Db,
  party: string,
  code: Extract<ProblemCode, 'already_granted' | `reward_${string}`>,
  detail: string,
  nextAt: number | null,
): Promise<Problem> {
  const { points } = await balances(db, party)
  return problem(code, {
    detail,
    members: {
      granted: 0,
      balance: points,
      nextAt: nextAt === null ? null : new Date(nextAt).toISOString(),
    },
  })
}
