import { sql } from 'kysely'
import type { Wallet } from '#contracts/wallet.schemas.ts'
import type { Db } from '#server/platform/database.ts'

/**
 * What unlocks in the month of a member's next unlock, by their own time zone, and when the first of it does. Null while
 * nothing is pending; what is still under review has no date that holds.
 */
export async function nextMonthUnlocking(db: Db, uid: string, zone: string): Promise<Wallet['unlocking']> {
  const { rows } = await sql<{ month: string; crels: number; firstAt: Date; firstOn: string }>`
    with first as (
      select unlocks_at as at, (unlocks_at at time zone ${zone})::date as day,
        date_trunc('month', unlocks_at at time zone ${zone}) as month
      from earning where uid = ${uid} and state = 'pending' order by unlocks_at, id limit 1
    )
    select to_char(f.month, 'YYYY-MM') as month, f.at as "firstAt",
      to_char(f.day, 'YYYY-MM-DD') as "firstOn", sum(e.crels - e.reversed_crels)::bigint as crels
    from first f join earning e on e.uid = ${uid} and e.state = 'pending'
      and e.unlocks_at < (f.month + interval '1 month') at time zone ${zone}
    group by f.month, f.at, f.day`.execute(db)
  const next = rows[0]
  return next ? { ...next, firstAt: next.firstAt.toISOString() } : null
}
