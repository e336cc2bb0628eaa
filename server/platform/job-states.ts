import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'

/** What became of the runs of a job, as long as the queue keeps them: seven days. */
export interface JobState {
  lastDoneAt: Date | null
  lastFailedAt: Date | null
  /** Failed for good. */
  failed: number
  /** Due or put off. */
  waiting: number
  oldestDueAt: Date | null
}

/** A run that failed for good. */
export interface FailedRun {
  id: string
  name: string
  failedAt: Date
  /** To the microsecond, for where a list goes on. */
  failedAtText: string
  createdAt: Date
  attempts: number
  /** What the last try failed of: the first line. */
  error: string | null
}

/** The last run of a job that the queue keeps, whichever is under way before all others. */
export interface LastRun {
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** Since when it is so; of one that waits or works, since when it was asked for. */
  at: Date
}

/** What became of the last run of a job; undefined where none is kept. */
export async function lastRun(db: Db, name: string): Promise<LastRun | undefined> {
  if (!(await isQueueMade(db))) return undefined
  const { rows } = await sql<LastRun>`
    select coalesce(completed_on, created_on) as at, case when state < 'active' then 'waiting' when state = 'active' then 'running'
      when state = 'completed' then 'done' else 'failed' end as state
    from pgboss.job where name = ${name} order by state <= 'active' desc, coalesce(completed_on, created_on) desc limit 1`.execute(
    db,
  )
  return rows[0]
}

/** What the last try of a run in `pgboss.job` failed of: the first line. */
export const failedRunError = sql`
  left(split_part(coalesce(output ->> 'message', output #>> '{value,message}', output ->> 'value'), E'\n', 1), 300)`

/** The state of each job that has had a run. */
export async function jobStates(db: Db): Promise<Map<string, JobState>> {
  if (!(await isQueueMade(db))) return new Map()
  const { rows } = await sql<JobState & { name: string }>`
    select name, max(completed_on) filter (where state = 'completed') as "lastDoneAt",
      max(completed_on) filter (where state = 'failed') as "lastFailedAt",
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state < 'active')::int as waiting,
      min(start_after) filter (where state < 'active' and not blocked and start_after <= now()) as "oldestDueAt"
    from pgboss.job group by name`.execute(db)
  return new Map(rows.map(({ name, ...state }) => [name, state]))
}

/**
 * Runs that failed for good, of one job or all, the latest first; `before` is the last one on the page before, which may
 * have been tried again since: it says itself when it failed, to the microsecond.
 */
export async function failedRuns(
  db: Db,
  {
    job,
    before,
    limit,
  }: { job?: string | undefined; before?: { failedAt: string; id: string } | undefined; limit: number },
): Promise<FailedRun[]> {
  if (!(await isQueueMade(db))) return []
  const { rows } = await sql<FailedRun>`
    select id, name, completed_on as "failedAt", created_on as "createdAt",
      to_char(completed_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "failedAtText", retry_count + 1 as attempts,
      ${failedRunError} as error
    from pgboss.job
    where state = 'failed' and completed_on is not null and ${job === undefined ? sql`true` : sql`name = ${job}`}
      and ${before === undefined ? sql`true` : sql`(completed_on, id) < (${before.failedAt}::timestamptz, ${before.id}::uuid)`}
    order by completed_on desc, id desc limit ${limit}`.execute(db)
  return rows
}

/** Ids of runs of a job that failed for good, locked: that one, or so many at most, the oldest first. */
export async function lockFailedRuns(
  tx: Tx,
  { name, id, limit }: { name: string; id?: string | undefined; limit: number },
): Promise<string[]> {
  if (!(await isQueueMade(tx))) return []
  const { rows } = await sql<{ id: string }>`
    select id from pgboss.job
    where name = ${name} and state = 'failed' and ${id === undefined ? sql`true` : sql`id = ${id}`}
    order by completed_on, id limit ${limit} for update skip locked`.execute(tx)
  return rows.map((row) => row.id)
}

/** The queue's tables are made when it is first used. */
async function isQueueMade(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isMade: boolean }>`
    select to_regclass('pgboss.job') is not null as "isMade"`.execute(db)
  return rows[0]!.isMade
}
