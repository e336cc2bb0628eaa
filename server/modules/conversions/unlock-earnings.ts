import type { Logger } from 'pino'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { eachOrThrow, pageByPage } from '#server/platform/each-by-itself.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { postUnlock } from './earning-postings.ts'
import { dueEarningsSql, lockDueEarning, markAvailable, type DueEarning } from './earning-queries.ts'
import { recordUnlocked, type Unlocking } from './notify-unlocked.ts'

export interface UnlockOptions {
  log: Logger
  /** What is due at this moment, and dated so; domain time unless given. */
  at?: Date
  batch?: number
}

/**
 * Makes every pending earning available whose hold has ended, an open debt first. Each is a transaction of its own:
 * killed at any step nothing is half done, and two workers at once share the work, each earning posted once. Answers how
 * many it made available; one that fails is logged, thrown at the end and repeated at the next run.
 */
export async function unlockEarnings(db: Db, { log, at, batch = 500 }: UnlockOptions): Promise<number> {
  const until = at ?? (await databaseNow(db))
  let count = 0
  await eachOrThrow(
    pageByPage<DueEarning>(
      batch,
      async (after) => (await dueEarningsSql(until, after, batch).execute(db)).rows,
    ),
    async ({ id }) => {
      const done = await inTransaction(db, async (tx) => {
        const unlocked = await unlockEarning(tx, id, until)
        if (unlocked) await recordUnlocked(tx, unlocked)
        return unlocked
      })
      if (done) count += 1
    },
    (error, { id }) => log.error({ err: error, earning: id }, 'earning not unlocked'),
  )
  return count
}

/** The same within the caller's transaction, for a history that is loaded as one, without mails; answers how many. */
export async function unlockDueEarnings(tx: Tx, at: Date): Promise<number> {
  const { rows } = await dueEarningsSql(at, undefined, 10_000).execute(tx)
  let unlocked = 0
  for (const { id } of rows) if (await unlockEarning(tx, id, at)) unlocked += 1
  return unlocked
}

/** Unlocks one earning; undefined when another worker has it or it moved on meanwhile. */
async function unlockEarning(tx: Tx, id: string, at: Date): Promise<Unlocking | undefined> {
  const earning = await lockDueEarning(tx, id, at)
  if (!earning) return undefined
  const crels = await postUnlock(tx, earning, at)
  await markAvailable(tx, id, at)
  return { party: earning.party, crels }
}
