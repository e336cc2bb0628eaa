import { sql } from 'kysely'
import type { Db } from './platform/database.ts'
import type { ReadinessCheck } from './platform/readiness.ts'

/** What PostgreSQL says of the archive of its log. */
export interface LogArchive {
  isOn: boolean
  /** The last try failed. */
  isFailing: boolean
  /** Of the last file that was archived; null where none was. */
  ageSec: number | null
}

/** Whether PostgreSQL gets its log archived. */
export async function logArchive(db: Db): Promise<LogArchive> {
  const { rows } = await sql<LogArchive>`
    select current_setting('archive_mode') <> 'off' as "isOn",
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing",
      extract(epoch from now() - last_archived_time)::float8 as "ageSec"
    from pg_stat_archiver`.execute(db)
  return rows[0]!
}

/** What to do where the log is not archived. */
export const archiveFails =
  'the database cannot archive its log, which fills its disk: see its log for archive_command'

/** Says that the log is not archived: what it does not have, a restore to a moment lacks. */
export function archiveCheck(db: Db): ReadinessCheck {
  const look = async () => {
    // That the database is away is said by its own check.
    const archive = await logArchive(db).catch(() => null)
    return archive?.isOn && archive.isFailing ? archiveFails : null
  }
  return { name: 'archive', refuses: false, look }
}
