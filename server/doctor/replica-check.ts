import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { failureLine } from '../cli/failure-line.ts'
import type { Db } from '../platform/database.ts'
import { primaryLogSql, replicaLogSql, type ServerLog } from '../platform/stale-reads/server-state.ts'
import type { Diagnosis, Patient } from './doctor-check.ts'

const name = 'replicas'

/** How often a replica is asked whether it has replayed what the primary had written, in milliseconds. */
const lookEveryMs = 50

const startSql = 'extract(epoch from pg_postmaster_start_time())::text'

/** Whether the replicas answer, are streaming replicas of this database, and follow it within the bound. */
export async function checkReplicas({ db, config }: Patient): Promise<Diagnosis> {
  const { databaseReplicaUrls: urls, databaseReplicaLagSec: lagSecMax } = config
  if (urls.length === 0) return { name, verdict: 'ok', says: 'none: the database answers everything' }
  if (!db) return { name, verdict: 'not checked', says: 'the database does not open' }
  const found = await Promise.all(
    urls.map(async (url, at) => {
      const fault = await faultOf(db, url, lagSecMax).catch((error: unknown) => failureLine(error))
      return fault === null ? [] : [`replica ${at + 1}: ${fault}`]
    }),
  )
  const faults = found.flat()
  if (faults.length === 0)
    return { name, verdict: 'ok', says: `${urls.length} within ${lagSecMax} s of the database` }
  return { name, verdict: 'warning', says: `${faults.join('; ')}. The database answers in their place` }
}

async function faultOf(db: Db, url: string, lagSecMax: number): Promise<string | null> {
  const replica = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  })
  replica.on('error', () => {})
  try {
    await replica.connect()
    const { rows } = await replica.query<ServerLog & { isReplica: boolean; start: string }>(
      `select ${replicaLogSql}, pg_is_in_recovery() as "isReplica", ${startSql} as start`,
    )
    const { isReplica, server, timeline, start } = rows[0]!
    const { position, ...own } = await primaryState(db)
    if (server !== own.server) return 'is a copy of another server'
    // Where all servers of a cluster are named, one of them is the primary.
    if (!isReplica) return start === own.start ? null : 'takes writes: it was promoted'
    if (timeline !== own.timeline)
      return `is on timeline ${timeline}, the database on ${own.timeline}: where it follows it, within minutes no more`
    return (await replays(replica, position, lagSecMax)) ? null : `is more than ${lagSecMax} s behind`
  } finally {
    await replica.end().catch(() => {})
  }
}

async function primaryState(db: Db): Promise<ServerLog & { position: string; start: string }> {
  const { rows } = await sql<ServerLog & { position: string; start: string }>`
    select ${sql.raw(primaryLogSql)}, pg_current_wal_flush_lsn()::text as position,
      ${sql.raw(startSql)} as start`.execute(db)
  return rows[0]!
}

/** Whether it replays its log up to a position within some seconds. */
async function replays(replica: pg.Client, position: string, secondsMax: number): Promise<boolean> {
  for (const began = performance.now(); performance.now() - began <= secondsMax * 1_000;) {
    const { rows } = await replica.query<{ has: boolean }>(
      'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as has',
      [position],
    )
    if (rows[0]!.has) return true
    await sleep(lookEveryMs)
  }
  return false
}
