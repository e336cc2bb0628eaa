import { visitsByCampaign } from '#server/modules/clicks/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { countDay } from './count-day.ts'
import { countedSpan, earliestMember, lockCount, recordCount } from './insight-queries.ts'
import { countMilestones, countVerified, type VerifiedAmong } from './count-milestones.ts'
import { dayMs } from '#rules/utc-date.ts'

/**
 * What a run counts again, since it may have come late: a transaction that took long, a click of a machine that was off.
 */
export const recountMs = 2 * 3_600_000
/** The same of the daily run, in days: clicks of a machine that was off for long. */
export const recountDaysMax = 93

export interface InsightDeps {
  db: Db
  /** Which of some members have a verified address; null where an outside provider knows it. */
  verifiedAmong: VerifiedAmong | null
}

/**
 * Counts what happened since the last run, day by day (UTC), each in a transaction of its own. The first run begins with
 * the first member, the others a little before where the last one ended, by `recountDays` days earlier. One that was
 * stopped is gone on with by the next. Answers how many days were counted.
 */
export async function countInsight(
  { db, verifiedAmong }: InsightDeps,
  { recountDays = 0 }: { recountDays?: number } = {},
): Promise<{ days: number }> {
  const now = await databaseNow(db)
  const counted = await countedSpan(db)
  const first = await earliestMember(db, counted?.beginsAt)
  const beginsAt = first ?? counted?.beginsAt ?? now
  const again = Math.min(counted?.countedAt.getTime() ?? 0, now.getTime()) - recountMs - recountDays * dayMs
  const from = dayOf(first || !counted ? beginsAt.getTime() : Math.max(again, beginsAt.getTime()))
  let days = 0
  for (let day = from; day <= now.getTime(); day += dayMs) {
    const span = { from: new Date(day), until: new Date(day + dayMs) }
    // Asked before the transaction: clicks may be in another store.
    const visits = await visitsByCampaign(db, span)
    await inTransaction(db, async (tx) => {
      await lockCount(tx)
      await countDay(tx, span, visits.rows)
      await countMilestones(tx, span, visits.enrolmentIds)
      // While days are caught up with, each is kept as the end of what is counted.
      const isNew = first !== undefined || !counted || span.until > counted.countedAt
      if (isNew) await recordCount(tx, { beginsAt, countedAt: span.until < now ? span.until : now })
    })
    days += 1
  }
  if (verifiedAmong) await countVerified(db, verifiedAmong, { isAll: recountDays > 0 })
  await recordCount(db, { beginsAt, countedAt: now })
  return { days }
}

function dayOf(at: number): number {
  return Math.floor(at / dayMs) * dayMs
}
