import { hostname } from 'node:os'
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

/** A backup that is whole, and where: `name` in the folder of backups of this machine. */
interface MadeBackup {
  takenAt: string
  bytes: number
  isEncrypted: boolean
  folder: string
  name: string
}

/** What ended after the last restore: a backup of before it is on the machine that was lost. */
const sinceRestore = sql`ended_at > coalesce((select max(restored_at) from restoration), '-infinity')`

/** Remembers that a backup is whole, where every process and `crels doctor` see it. */
export async function recordBackup(
  databaseUrl: string,
  { takenAt, bytes, isEncrypted, folder, name }: MadeBackup,
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `insert into backup_run (taken_at, bytes, is_encrypted, machine, folder, name) values ($1, $2, $3, $4, $5, $6)`,
      [takenAt, bytes, isEncrypted, hostname(), folder, name],
    )
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

/**
 * The name of the last backup that this machine has put into a folder, by its absolute path; null where there is none. A
 * database that was restored knows nothing of the folders that it was backed up to before.
 */
export async function lastBackupIn(db: Db, folder: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from backup_run
    where machine = ${hostname()} and folder = ${folder}
      and ${sinceRestore}
    order by id desc limit 1`.execute(db)
  return rows[0]?.name ?? null
}

/** Backups that `crels backup` finished, by the names of their folders, in the order in which they were. */
export async function recordedNames(databaseUrl: string): Promise<string[]> {
  return await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select name from backup_run where name is not null order by id`,
    )
    return rows.map(({ name }) => name)
  })
}

/**
 * The newest one that `crels backup` finished or that was noted, since a restore; null where there was none. What is of a
 * time to come was made while the clock was wrong: it is no backup of now.
 */
export async function lastBackup(db: Db): Promise<LastBackup | null> {
  const { rows } = await sql<LastBackup>`
    select taken_at as "takenAt", extract(epoch from now() - taken_at)::float8 as "ageSec", bytes,
      is_encrypted as "isEncrypted"
    from backup_run where ${sinceRestore} and taken_at <= now() order by taken_at desc limit 1`.execute(db)
  return rows[0] ?? null
}
