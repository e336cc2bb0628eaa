import { sql } from 'kysely'
import type { Diagnosis, Patient } from './doctor-check.ts'

/** Connections of a process beside its main pool: lists, clicks, identity, jobs, the listener. */
const connectionsBesideMain = 4 + 2 + 8 + 4 + 1

type Settings = Record<string, string>

/** What a setting of PostgreSQL should be, and why. */
const wanted: { verdict: 'problem' | 'warning'; isFine(settings: Settings): boolean; says: string }[] = [
  {
    verdict: 'problem',
    isFine: ({ fsync }) => fsync === 'on',
    says: 'fsync is off: a power cut can take the whole database',
  },
  {
    verdict: 'problem',
    isFine: ({ full_page_writes: writes }) => writes === 'on',
    says: 'full_page_writes is off: a power cut can tear pages',
  },
  {
    verdict: 'problem',
    isFine: ({ synchronous_commit: commit }) => commit !== 'off',
    says: 'synchronous_commit is off: what was answered can be lost',
  },
  {
    verdict: 'problem',
    isFine: ({ autovacuum }) => autovacuum === 'on',
    says: 'autovacuum is off: tables grow without end',
  },
  {
    verdict: 'warning',
    isFine: ({ data_checksums: checksums }) => checksums === 'on',
    says: 'data_checksums is off: a disk that changes bytes is not noticed',
  },
  {
    verdict: 'warning',
    isFine: ({ track_counts: counts }) => counts === 'on',
    says: 'track_counts is off: autovacuum knows nothing',
  },
]

/** Whether PostgreSQL keeps what it was given, lets in every pool, and writes nobody's values into its log. */
export async function checkPostgres({ db, config }: Patient): Promise<Diagnosis> {
  const name = 'PostgreSQL'
  if (!db) return { name, verdict: 'not checked', says: 'the database does not open' }
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings`.execute(db)
  const settings: Settings = Object.fromEntries(rows.map((row) => [row.name, row.setting]))
  const found = wanted.filter(({ isFine }) => !isFine(settings))
  const connections = Number(settings.max_connections) - Number(settings.superuser_reserved_connections ?? 0)
  const needed = config.databasePool + connectionsBesideMain
  if (connections < needed)
    found.push({
      verdict: 'problem',
      isFine: () => false,
      says: `max_connections lets in ${connections}, and one process has up to ${needed}`,
    })
  // The embedded one's log is a file that only its owner reads.
  if (config.databaseUrl && logsValues(settings))
    found.push({
      verdict: 'warning',
      isFine: () => false,
      says: 'its log has values of failed statements, which can be personal: log_error_verbosity=terse, log_min_error_statement=panic, log_min_messages=log',
    })
  if (found.length === 0)
    return { name, verdict: 'ok', says: `${settings.server_version}, keeps what it is given` }
  const verdict = found.some((one) => one.verdict === 'problem') ? 'problem' : 'warning'
  return { name, verdict, says: found.map(({ says }) => says).join('; ') }
}

function logsValues({
  log_error_verbosity: verbosity,
  log_min_error_statement: statement,
  log_statement: all,
}: Settings): boolean {
  return verbosity !== 'terse' || statement !== 'panic' || (all !== undefined && all !== 'none')
}
