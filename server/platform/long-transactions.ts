import type pg from 'pg'

/** After how many seconds a transaction is one that keeps a migration waiting; requests' end within moments. */
export const LONG_TRANSACTION_SEC = 5

/** A transaction of this database that has been open for long. */
export interface LongTransaction {
  pid: number
  /** As the connection calls itself; the role where it does not. */
  name: string
  /** For how long it has been open. */
  seconds: number
}

/** Ten at most, oldest first. Those of other roles only a superuser or a member of `pg_read_all_stats` is shown. */
export async function longTransactions(
  client: pg.Client,
  openForSec = LONG_TRANSACTION_SEC,
): Promise<LongTransaction[]> {
  const { rows } = await client.query<LongTransaction>(
    `select pid, coalesce(nullif(application_name, ''), usename, '') as name,
       extract(epoch from clock_timestamp() - xact_start)::integer as seconds
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
       and xact_start < clock_timestamp() - make_interval(secs => $1)
     order by xact_start limit 10`,
    [openForSec],
  )
  return rows
}

/** For a person, a line each. */
export function transactionLines(transactions: LongTransaction[]): string[] {
  return transactions.map(({ pid, name, seconds }) => `${name} (process ${pid}) for ${seconds} s`)
}
