import { sql } from 'kysely'
import type { Db } from './platform/database.ts'
import type { ReadinessCheck } from './platform/readiness.ts'

/** How long a whole file of the log may wait for the archive while none gets there. */
const waitSecMax = 600

/** What PostgreSQL says of the archive of its log. */
export interface LogArchive {
  isOn: boolean
  /** Of the last file that was archived; null where none was. */
  ageSec: number | null
  /** What is wrong, in words for a line; null where nothing is. */
  finding: string | null
}

/**
 * Whether PostgreSQL gets its log archived. A command that fails is counted by PostgreSQL; of one that hangs it says
 * nothing, but the log goes on past what was archived. A database into which nothing is written has no log to archive.
 */
export async function logArchive(db: Db, { hangsAfterSec = waitSecMax } = {}): Promise<LogArchive> {
  const { rows } = await sql<
    Record<'isOn' | 'isFailing' | 'isBehind', boolean> & { ageSec: number | null; triedSec: number }
  >`
    select current_setting('archive_mode') <> 'off' as "isOn",
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing",
      extract(epoch from now() - last_archived_time)::float8 as "ageSec",
      extract(epoch from now() - greatest(last_archived_time, pg_postmaster_start_time()))::float8 as "triedSec",
      case
        when pg_is_in_recovery() then false
        -- One whole file at least, beside the one that is written.
        when last_archived_wal ~ '^[0-9A-F]{24}$' then
          pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') >=
            ('x' || substr(last_archived_wal, 9, 8))::bit(32)::bigint * 4294967296::numeric
            + (('x' || substr(last_archived_wal, 17, 8))::bit(32)::bigint + 2)
              * pg_size_bytes(current_setting('wal_segment_size'))
        -- Where files are handed over by the minute, one was to be by now.
        else (select setting::int between 1 and ${hangsAfterSec} from pg_settings where name = 'archive_timeout')
      end as "isBehind"
    from pg_stat_archiver`.execute(db)
  const { isOn, isFailing, isBehind, ageSec, triedSec } = rows[0]!
  const hangs = isBehind && triedSec > hangsAfterSec
  return {
    isOn,
    ageSec,
    finding: !isOn ? null : isFailing ? archiveFails : hangs ? archiveHangs(triedSec) : null,
  }
}

const archiveFails =
  'the database cannot archive its log, which fills its disk: see its log for archive_command'

function archiveHangs(forSec: number): string {
  return `nothing of the database’s log was archived for ${Math.round(forSec / 60)} min, though it waits, and fills its disk: archive_command hangs or is empty; where it hangs, mend the disk it writes to and end it (crels wal-archive), and PostgreSQL tries again`
}

/** Says that the log is not archived: what it does not have, a restore to a moment lacks. */
export function archiveCheck(db: Db, options: Parameters<typeof logArchive>[1] = {}): ReadinessCheck {
  const look = async () => {
    // That the database is away is said by its own check.
    const archive = await logArchive(db, options).catch(() => null)
    return archive?.finding ?? null
  }
  return { name: 'archive', refuses: false, look }
}
