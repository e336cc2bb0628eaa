/** Which log a server writes or replays: of which installation, and of which of its timelines. */
export interface ServerLog {
  server: string
  /**
   * Each failover begins another: what two timelines have at one position is not the same. A replica says that of its last
   * restart point or of the pages written since, so for some minutes after a failover the one before.
   */
  timeline: number
}

/** Where its log was. */
export interface ServerState extends ServerLog {
  bytes: number
}

const serverSql = '(select system_identifier::text from pg_control_system()) as server'

/** Columns of a ServerLog of a primary. */
export const primaryLogSql = `${serverSql},
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline`

/** Columns of a ServerLog of a server that may be a replica; by anyone's rights. */
export const replicaLogSql = `${serverSql},
  (select greatest(c.timeline_id, r.min_recovery_end_timeline)
   from pg_control_checkpoint() c, pg_control_recovery() r) as timeline`

/** A ServerState: up to where a primary's log is written. */
export const primaryStateSql = `select ${primaryLogSql},
  pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 as bytes`

/** A ServerState: up to where a replica has replayed, and whether it is one. */
export const replicaStateSql = `select ${replicaLogSql}, pg_is_in_recovery() as "isReplica",
  coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::float8 as bytes`
