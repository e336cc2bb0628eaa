/**
 * Settings of the embedded server, given on its command line so that they also bind data directories made by older
 * versions. Sized for 2 cores and 24 GB, with little memory when idle.
 */
export const DURABLE_SETTINGS: Record<string, string> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '2GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  // Solid-state disks: a random page costs little more than the next one.
  random_page_cost: '1.1',
  // Short statements only: compiling a plan costs more than running it.
  jit: 'off',
  huge_pages: 'off',
  max_parallel_workers: '2',
  autovacuum_max_workers: '2',
  // Nothing subscribes here; one process less.
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // What a client did wrong is in the client's log, by its code. The server's texts hold values, of people too: details,
  // statements, and the messages of errors themselves ("invalid input syntax for type …").
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_lock_waits: 'off',
}

/** The same server for tests, which may lose everything in a crash and so never waits for the disk. */
export const THROWAWAY_SETTINGS: Record<string, string> = {
  ...DURABLE_SETTINGS,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // A worker in the template would make cloning it fail by chance.
  autovacuum: 'off',
  // Two processes of files, with a product or several in each.
  max_connections: '300',
}
