import { sql } from 'kysely'
import type { Db } from './database.ts'

/** What a job last answered, and when. */
export interface JobOutcome {
  at: Date
  ageSec: number
  output: unknown
}

/**
 * The last time that each of some jobs was done, by a worker or `crels job run`; absent where none is kept, for a week
 * mostly. What is of a time to come was done while the clock was wrong, and stands for nothing.
 */
export async function lastOutcomes(db: Db, names: string[]): Promise<Map<string, JobOutcome>> {
  if (!(await isQueueMade(db))) return new Map()
  const { rows } = await sql<JobOutcome & { name: string }>`
    select distinct on (name) name, completed_on as at, output,
      extract(epoch from now() - completed_on)::float8 as "ageSec"
    from pgboss.job
    where name = any (${names}) and state = 'completed' and completed_on <= now()
    order by name, completed_on desc`.execute(db)
  return new Map(rows.map(({ name, ...outcome }) => [name, outcome]))
}

/** Since when each of some jobs is there, by wall time; one that no process has made yet is absent. */
export async function jobsSince(db: Db, names: string[]): Promise<Map<string, Date>> {
  if (!(await isQueueMade(db))) return new Map()
  const { rows } = await sql<{ name: string; since: Date }>`
    select name, created_on as since from pgboss.queue where name = any (${names})`.execute(db)
  return new Map(rows.map(({ name, since }) => [name, since]))
}

/** The queue's tables are made when it is first used. */
async function isQueueMade(db: Db): Promise<boolean> {
  const { rows } = await sql<{ made: boolean }>`
    select to_regclass('pgboss.job') is not null as made`.execute(db)
  return rows[0]!.made
}

/** Keeps what a job answered that a command ran, as that of a worker's run is. */
export async function recordOutcome(db: Db, name: string, output: unknown): Promise<void> {
  const isObject = typeof output === 'object' && !Array.isArray(output)
  const kept = output === undefined || isObject ? (output ?? null) : { value: output }
  await sql`
    insert into pgboss.job (name, state, output, started_on, completed_on, deletion_seconds)
    select name, 'completed', ${JSON.stringify(kept)}::jsonb, now(), now(), deletion_seconds
    from pgboss.queue where name = ${name}`.execute(db)
}
