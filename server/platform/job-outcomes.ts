import { sql } from 'kysely'
import type { Db } from './database.ts'

/** What a job last answered, and when. */
export interface JobOutcome {
  at: Date
  output: unknown
}

/** The last time that each of some jobs was done, by a worker or `crels job run`; one that never was is absent. */
export async function lastOutcomes(db: Db, names: string[]): Promise<Map<string, JobOutcome>> {
  // The queue's tables are made when it is first used.
  const { rows: made } = await sql<{ made: boolean }>`
    select to_regclass('pgboss.job') is not null as made`.execute(db)
  if (!made[0]!.made) return new Map()
  const { rows } = await sql<JobOutcome & { name: string }>`
    select distinct on (name) name, completed_on as at, output from pgboss.job
    where name = any (${names}) and state = 'completed' order by name, completed_on desc`.execute(db)
  return new Map(rows.map(({ name, ...outcome }) => [name, outcome]))
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
