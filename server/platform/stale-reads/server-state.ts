/** Of which installation a server is, and where its log was. */
export interface ServerState {
  server: string
  bytes: number
}

const serverSql = '(select system_identifier::text from pg_control_system()) as server'

/** A ServerState: up to where a primary's log is written. */
export const primaryStateSql = `select ${serverSql},
  pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 as bytes`

/** A ServerState: up to where a replica has replayed, and whether it is one; by anyone's rights. */
export const replicaStateSql = `select ${serverSql}, pg_is_in_recovery() as "isReplica",
  coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::float8 as bytes`
