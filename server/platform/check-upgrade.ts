import type pg from 'pg'
import { longTransactions, type LongTransaction } from './long-transactions.ts'
import { judgedNeeds } from './judged-migrations.ts'
import { isNewer, pendingOf } from './migrate.ts'
import { programVersion, type SqlFile } from './migration-files.ts'
import { madeBy, migrationEffects, rowsPerSecond, type MigrationEffect } from './migration-effects.ts'
import { GONE_AFTER_SEC } from './running-processes.ts'
import { withClient } from './with-client.ts'

/** For so long requests may wait for a migration; then theirs are answered 503, so the processes stop first. */
const waitMaxSec = 5

/**
 * What one pending file does. `unknown` are statements of which nothing can be said: neither how long nor what they
 * change.
 */
interface JudgedFile {
  name: string
  seconds: number
  breaks: MigrationEffect[]
  unknown: string[]
  needs: string | null
}

/** What an upgrade of a database to this program's version comes to. */
export interface UpgradeCheck {
  /** This program's version. */
  version: string
  /** Versions of processes that live; empty where none does. */
  running: string[]
  migrations: JudgedFile[]
  /** Files of functions whose text changes. */
  functions: string[]
  /** What has been open for so long that a migration may not get its tables; empty where nothing is pending. */
  longTransactions: LongTransaction[]
  /** `current`: nothing to do. `while-running`: migrate, then restart one after another. `stop-first`: stop all before. */
  verdict: 'current' | 'while-running' | 'stop-first'
  /** Why they have to be stopped first. */
  reasons: string[]
}

/**
 * Looks at what `crels migrate` would do. Changes nothing; throws a MigrationProblem for a database of a newer version.
 */
export async function checkUpgrade(url: string): Promise<UpgradeCheck> {
  const pending = await pendingOf(url)
  return await withClient(url, async (client) =>
    judgeUpgrade(pending, {
      running: await runningVersions(client),
      rows: await rowsOfTables(client),
      open: await longTransactions(client),
    }),
  )
}

/** The judgement alone: `rows` are the rows of each table, about, and `open` the transactions that have been for long. */
export function judgeUpgrade(
  pending: { migrations: SqlFile[]; functions: SqlFile[] },
  {
    running,
    rows,
    open = [],
  }: { running: string[]; rows: ReadonlyMap<string, number>; open?: LongTransaction[] },
): UpgradeCheck {
  const made = new Set<string>()
  const judge = ({ name, sql }: SqlFile): JudgedFile => {
    const { effects, unknown, needs } = migrationEffects(sql, made)
    for (const name of madeBy(sql)) made.add(name)
    const seconds = effects.reduce((sum, effect) => sum + secondsOf(effect, rows), 0)
    return {
      name,
      seconds: Math.round(seconds * 10) / 10,
      breaks: effects.filter(({ breaks }) => breaks),
      unknown,
      needs: needs ?? judgedNeeds[name] ?? null,
    }
  }
  const migrations = pending.migrations.map(judge)
  const all = [...migrations, ...pending.functions.map(judge)]
  const reasons = running.length === 0 ? [] : all.flatMap((one) => reasonsOf(one, running))
  const isCurrent = migrations.length + pending.functions.length === 0
  return {
    version: programVersion(),
    running,
    migrations,
    functions: pending.functions.map(({ name }) => name),
    longTransactions: isCurrent ? [] : open,
    verdict: isCurrent ? 'current' : reasons.length > 0 ? 'stop-first' : 'while-running',
    reasons,
  }
}

function secondsOf({ table, work }: MigrationEffect, rows: ReadonlyMap<string, number>): number {
  return work === 'quick' ? 0 : (rows.get(table) ?? 0) / rowsPerSecond[work]
}

function reasonsOf({ name, seconds, breaks, unknown, needs }: JudgedFile, running: string[]): string[] {
  const older = running.filter((version) => needs === null || isNewer(needs, version))
  const broken =
    breaks.length > 0 && older.length > 0
      ? [`${name}: processes of ${older.join(', ')} may need what it changes (${breaks[0]!.statement})`]
      : []
  const slow = seconds > waitMaxSec ? [`${name}: requests would wait for about ${Math.round(seconds)} s`] : []
  // Who wrote down which version works with it has looked at it.
  const unsaid =
    older.length > 0 ? unknown.map((statement) => `${name}: cannot say what it does (${statement})`) : []
  return [...broken, ...slow, ...unsaid]
}

/** Of the table of processes, where the database has it: one from before it says nothing, so its processes count. */
async function runningVersions(client: pg.Client): Promise<string[]> {
  const { rows: there } = await client.query(`select where to_regclass('public.running_process') is not null`)
  if (there.length === 0) return []
  const { rows } = await client.query<{ version: string }>(
    `select distinct version from running_process
     where ended_at is null and seen_at > clock_timestamp() - make_interval(secs => $1) order by 1`,
    [GONE_AFTER_SEC],
  )
  return rows.map(({ version }) => version)
}

/**
 * As the planner knows them, by name, with the schema where it is not `public`; of a partitioned table the sum of its
 * partitions. Where nothing was counted since a restore, a row of 100 bytes is taken.
 */
export async function rowsOfTables(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; rows: string }>(
    `select case when n.nspname = 'public' then '' else n.nspname || '.' end || coalesce(parent.relname, c.relname) as name,
       sum(case when c.reltuples >= 0 then c.reltuples else pg_relation_size(c.oid) / 100 end)::bigint::text as rows
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
     where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$)' group by 1`,
  )
  return new Map(rows.map(({ name, rows: count }) => [name, Number(count)]))
}
