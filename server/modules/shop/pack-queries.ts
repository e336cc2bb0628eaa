import { sql } from 'kysely'
import type { PackFacts } from '#rules/pack-allowance.ts'
import { utcMonth, utcMonthName } from '#rules/utc-months.ts'
import type { MemberProfile } from '#server/modules/accounts/public.ts'
import { availableEarnings } from '#server/modules/conversions/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'

/** What bounds the packs that a member may buy at a moment. */
export async function packFacts(
  db: Db,
  { uid, party, isComplete, createdAt }: MemberProfile,
  now: Date,
): Promise<PackFacts> {
  const monthStart = new Date(utcMonth(now.getTime()))
  const { rows } = await sql<Pick<PackFacts, 'monthCrels' | 'memberMonthCrels' | 'lifetimePackCrels'>>`
    select coalesce((select crels from shop_pack_month where month = ${utcMonthName(now.getTime())}), 0) as "monthCrels",
           coalesce(sum(crels * quantity) filter (where placed_at >= ${monthStart}), 0)::bigint as "memberMonthCrels",
           coalesce(sum(crels * quantity), 0)::bigint as "lifetimePackCrels"
    from shop_order where party = ${party} and kind = 'crels_pack'`.execute(db)
  return {
    isProfileComplete: isComplete,
    joinedAt: createdAt.getTime(),
    ...rows[0]!,
    lifetimeEarnedCrels: await availableEarnings(db, uid),
  }
}

/**
 * Takes crels out of the month's budget over all members, if as many are left; answers whether they were. Locks the
 * month until the transaction ends.
 */
export async function takeMonthlyCrels(
  tx: Tx,
  { now, crels, crelsMax }: { now: Date; crels: number; crelsMax: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into shop_pack_month as m (month, crels) values (${utcMonthName(now.getTime())}, ${crels})
    on conflict (month) do update set crels = m.crels + excluded.crels where m.crels + excluded.crels <= ${crelsMax}
    returning month`.execute(tx)
  return rows.length > 0
}
