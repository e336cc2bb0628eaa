import { sql } from 'kysely'
import type { OrderTerms } from '#contracts/orders.schemas.ts'
import { limitLeft } from '#rules/order-refusal.ts'
import { packAllowance } from '#rules/pack-allowance.ts'
import { memberProfile } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { balances } from '#server/modules/ledger/public.ts'
import { runningBoost } from '#server/modules/points/public.ts'
import { boughtFreezes } from '#server/modules/rewards/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { packFacts } from './pack-queries.ts'

/** What a member may buy just now, by the same rules that decide an order. */
export async function orderTerms(
  db: Db,
  { uid, party }: Pick<MemberActor, 'uid' | 'party'>,
): Promise<OrderTerms> {
  const member = await memberProfile(db, uid)
  if (!member) throw problem('user_deleted')
  const [{ shop, checkIn }, { points, debt }, items, freezes, boost, now] = await Promise.all([
    currentEconomy(db),
    balances(db, party),
    ownItems(db, { uid, party }),
    boughtFreezes(db, party),
    runningBoost(db, party),
    databaseNow(db),
  ])
  const { until, ...packs } = packAllowance(await packFacts(db, member, now), shop, now.getTime())
  return {
    balance: points,
    items: items.map(({ memberLimit, ...item }) => ({
      ...item,
      left: limitLeft({ memberLimit, bought: item.bought }),
    })),
    freezes: { bought: freezes, max: checkIn.boughtFreezesMax },
    boost: boost ? { until: boost.until.toISOString(), pointsLeft: boost.pointsLeft } : null,
    packs: { ...packs, until: until === null ? null : new Date(until).toISOString(), debtCrels: debt },
  }
}

interface OwnItem {
  itemId: string
  bought: number
  memberLimit: number | null
  isAskedFor: boolean
}

/** Items of the shop that a member bought or waits for. */
async function ownItems(db: Db, { uid, party }: { uid: string; party: string }): Promise<OwnItem[]> {
  const { rows } = await sql<OwnItem>`
    with bought as (
      select item_id, sum(quantity)::bigint as pieces from shop_order
      where party = ${party} and state <> 'cancelled' group by 1
    )
    select i.id as "itemId", coalesce(b.pieces, 0) as bought, i.member_limit as "memberLimit",
           n.uid is not null as "isAskedFor"
    from shop_item i
    left join bought b on b.item_id = i.id
    left join shop_interest n on n.item_id = i.id and n.uid = ${uid}
    where b.pieces is not null and i.member_limit is not null or n.uid is not null
    order by i.id`.execute(db)
  return rows
}
