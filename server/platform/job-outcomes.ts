import { sql } from 'kysely'
import type { Db } from './database.ts'

/** What a job last answered, and when. */
export interface JobOutcome {
  at: Date
  output: unknown
}

/** The last time that each of some jobs was done by a worker; one that never was is absent. Commands leave nothing here. */
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
