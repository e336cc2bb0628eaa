import { sql } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import { keysRetainedDays, setExpiredAside } from './click-batches.ts'
import { dateOf, dayOf } from './click-id.ts'
import { columnStoreOf } from './column-store.ts'

/** Days for which partitions are made ahead; a loader that finds none makes it, at the cost of a lock. */
const daysAhead = 7

const keysRetained = `${keysRetainedDays} days`

/** The jobs of clicks, for the queue of app.ts; visits are kept `clickDays` days. */
export function clickJobs(db: Db, clock: Clock, clickDays: number): Job[] {
  return [
    job({
      name: 'prepare-click-days',
      doc: 'Makes the partitions of the coming days’ clicks and forgets salts, visitors of past days and segment keys that are done with.',
      cron: '23 * * * *',
      run: async () => await prepareClickDays(db, clock),
    }),
    job({
      name: 'drop-old-clicks',
      doc: 'Drops the days of clicks that are older than CLICK_DAYS; their statistics stay.',
      cron: '41 3 * * *',
      run: async () => await dropOldClicks(db, clock, clickDays),
    }),
  ]
}

/** Makes the partitions from yesterday to a week ahead. Answers the days that were missing. */
export async function prepareClickDays(db: Db, clock: Clock): Promise<{ made: string[] }> {
  const today = dayOf(clock.now().getTime())
  const made: string[] = []
  for (let day = today - 1; day <= today + daysAhead; day++) {
    const { rows } = await sql<{ made: boolean }>`select click_day(${dateOf(day)}::date) as made`.execute(db)
    if (rows[0]!.made) made.push(dateOf(day))
  }
  // Also where no link is visited any more, and so no process sees to the salts.
  await sql`delete from click_salt where day < ${dateOf(today - 1)}::date`.execute(db)
  await sql`select forget_click_visitors(${dateOf(today - 1)}::date)`.execute(db)
  await setExpiredAside(db, { days: keysRetainedDays, fromLog: false })
  await sql`
    delete from click_segment s where loaded_at < now() - ${keysRetained}::interval
      and not exists (
        select from click_batch b
        where b.id = s.batch_id and b.stored_at is null and not b.parts -> 0 ? 'wasMissing')`.execute(db)
  await sql`
    delete from click_batch b where coalesce(stored_at, made_at) < now() - ${keysRetained}::interval
      and (stored_at is not null or parts -> 0 ? 'wasMissing')
      and not exists (select from click_segment s where s.batch_id = b.id)`.execute(db)
  return { made }
}

/**
 * Drops the partitions of clicks of more than `clickDays` days ago, and who of them was paid. What waits, for its hour or
 * for an operator, keeps all that it is paid by. Answers the days.
 */
export async function dropOldClicks(db: Db, clock: Clock, clickDays: number): Promise<{ dropped: string[] }> {
  const before = dateOf(dayOf(clock.now().getTime()) - clickDays)
  const { rows } = await sql<{ day: string }>`
    select day from drop_click_days(${before}::date) day order by day`.execute(db)
  await sql`
    delete from payable_click where day < ${before}::date and state not in ('due', 'under_review')`.execute(
    db,
  )
  await sql`delete from copied_sub where quarter < ${before}::date`.execute(db)
  const beside = (await columnStoreOf(db)?.dropDays(before)) ?? []
  return { dropped: [...new Set([...rows.map(({ day }) => day), ...beside])].toSorted() }
}
