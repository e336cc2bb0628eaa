import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { withClient } from '../with-client.ts'

/** A backup that was finished. */
export interface LastBackup {
  takenAt: Date
  ageSec: number
  /** Null where other tools made it, and also whether it is encrypted. */
  bytes: number | null
  isEncrypted: boolean | null
}

/** Remembers that a backup is whole, where every process and `crels doctor` see it. */
export async function recordBackup(
  databaseUrl: string,
  { takenAt, bytes, isEncrypted }: { takenAt: string; bytes: number; isEncrypted: boolean },
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(`insert into backup_run (taken_at, bytes, is_encrypted) values ($1, $2, $3)`, [
      takenAt,
      bytes,
      isEncrypted,
    ])
    await client.query(
      `delete from backup_run where id <= (select id from backup_run order by id desc offset 1000 limit 1)`,
    )
  })
}

/**
 * Remembers that other tools have made a backup, as of `at` by ISO 8601. Answers null where that is not over yet by the
 * database's clock, and its age in seconds where it is.
 */
export async function noteBackup(databaseUrl: string, at: string): Promise<number | null> {
  return await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ ageSec: number }>(
      `insert into backup_run (taken_at) select $1 where $1::timestamptz <= clock_timestamp()
       returning extract(epoch from clock_timestamp() - taken_at)::float8 as "ageSec"`,
      [at],
    )
    return rows[0]?.ageSec ?? null
  })
}

/** The newest one that `crels backup` finished or that was noted; null where there was none. */
export async function lastBackup(db: Db): Promise<LastBackup | null> {
  const { rows } = await sql<LastBackup>`
    select taken_at as "takenAt", extract(epoch from now() - taken_at)::float8 as "ageSec", bytes,
      is_encrypted as "isEncrypted"
    from backup_run order by taken_at desc limit 1`.execute(db)
  return rows[0] ?? null
}
