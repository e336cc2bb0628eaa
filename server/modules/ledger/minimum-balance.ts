import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

export interface MinimumBalance {
  /** The balance now, crels reserved for redemptions included. */
  now: number
  /** The lowest balance at any moment since. */
  min: number
  /**
   * Since when the balance has been at least `enough` without a break, or since before the window; null when it is
   * lower.
   */
  enoughSince: Date | null
}

/**
 * A party's balance since a moment, by the times the entries were written: walked from the newest entry back to the
 * first before it, which gives the balance at the window's start.
 */
export async function minimumBalance(
  db: Db,
  { party, since, enough }: { party: string; since: Date; enough: number },
): Promise<MinimumBalance> {
  const { rows } = await sql<MinimumBalance>`
    with recursive step as (
      select a.id, a.version, a.posted as balance, t.created_at as from_at
      from account a
      join entry e on e.account_id = a.id and e.account_version = a.version
      join txn t on t.id = e.txn_id and t.party = e.party
      where a.party = ${party} and a.code = 'member.available' and a.asset = 'CREL'
      union all
      select s.id, e.account_version, e.balance_after, t.created_at
      from step s
      join entry e on e.account_id = s.id and e.account_version = s.version - 1
      join txn t on t.id = e.txn_id and t.party = e.party
      where s.from_at > ${since}
    ), steps as (
      select version, balance, from_at, lead(from_at) over (order by version) as until_at from step
      union all
      -- Before the first entry of all there was nothing.
      select 0, 0, '-infinity', min(from_at) from step having min(version) = 1 and min(from_at) > ${since}
    )
    select coalesce((select balance from steps order by version desc limit 1), 0) as now,
           coalesce(min(balance), 0) as min,
           case when (select balance from steps order by version desc limit 1) >= ${enough}
             -- Until the last moment at which it was fewer.
             then coalesce(max(until_at) filter (where balance < ${enough}), min(from_at))
           end as "enoughSince"
    from steps`.execute(db)
  return rows[0]!
}
