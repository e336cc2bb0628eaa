import { sql } from 'kysely'
import { runningProcesses } from '../platform/running-processes.ts'
import type { Diagnosis, Patient } from './doctor-check.ts'

/** Connections of a process that go past any pooler: lists, the listener. */
const directConnections = 4 + 1
/** What goes through one where there is one, beside the main pool: clicks, identity, jobs. */
const pooledBesideMain = 3 + 8 + 4

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
    isFine: ({ synchronous_commit: commit, synchronous_standby_names: standbys }) =>
      commit !== 'local' || !standbys,
    says: 'synchronous_commit is local, so that no commit waits for synchronous_standby_names: what was answered is lost with this server',
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

/** Whether PostgreSQL keeps what it was given, lets in every pool of every process, and writes nobody's values into its log. */
export async function checkPostgres({ db, config }: Patient): Promise<Diagnosis> {
  const name = 'PostgreSQL'
  if (!db) return { name, verdict: 'not checked', says: 'the database does not open' }
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings`.execute(db)
  const settings: Settings = Object.fromEntries(rows.map((row) => [row.name, row.setting]))
  const found = wanted.filter(({ isFine }) => !isFine(settings))
  const reserved = ['superuser_reserved_connections', 'reserved_connections']
  const connections =
    Number(settings.max_connections) - reserved.reduce((sum, one) => sum + Number(settings[one] ?? 0), 0)
  // One at least: what these settings would start.
  const processes = Math.max(1, (await runningProcesses(db)).length)
  // How many the pooler has in place of the others is its own setting.
  const pooled = config.databasePooledUrl === null ? config.databasePool + pooledBesideMain : 0
  const needed = processes * (directConnections + pooled)
  if (connections < needed)
    found.push({
      verdict: 'problem',
      isFine: () => false,
      says: `max_connections lets in ${connections}, and ${processes === 1 ? 'one process has' : `${processes} processes have`} up to ${needed}${config.databasePooledUrl === null ? '' : ' past the pooler'}`,
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
