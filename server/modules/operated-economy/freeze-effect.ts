import { sql } from 'kysely'
import type { PayoutEffects } from '#contracts/operator-economy.schemas.ts'
import type { Economy } from '#rules/economy.ts'
import { worthInUsdCents } from '#rules/exchange.ts'
import { freezeLeftMs, type FreezeLength } from '#rules/payout-freeze.ts'
import { freezeLengths } from '#server/modules/economy/public.ts'
import { currentRate } from '#server/modules/exchange/public.ts'
import { recentAccountChanges } from '#server/modules/identity/public.ts'
import type { Db } from '#server/platform/database.ts'

type Frozen = NonNullable<PayoutEffects['frozen']>

/**
 * Active members whose payouts are frozen after a change of their account, by the settings in force and once others take
 * their place.
 */
export async function freezeEffect(
  db: Db,
  after: Economy,
  { factorsCount }: { factorsCount: boolean },
): Promise<Frozen> {
  const now = await freezeLengths(db)
  const then: FreezeLength[] = [
    ...now.map(({ hours, replacedMs }) => ({ hours, replacedMs: replacedMs ?? 0 })),
    { hours: after.redemption.accountChangeHours, replacedMs: null },
  ]
  const withinHours = Math.max(...then.map(({ hours }) => hours))
  const changes = Map.groupBy(await recentAccountChanges(db, { withinHours, factorsCount }), ({ uid }) => uid)
  const { usdToCrels } = await currentRate(db)
  const frozenBy = async (lengths: FreezeLength[]): Promise<Frozen['before']> => {
    const uids = [...changes].flatMap(([uid, of]) =>
      freezeLeftMs(
        of.map(({ sinceMs }) => sinceMs),
        lengths,
      ) > 0
        ? [uid]
        : [],
    )
    const { members, crels, count, redeemed } = await haveOf(db, uids)
    return {
      members,
      crels,
      usdCents: worthInUsdCents(crels, usdToCrels),
      redemptions: { count, usdCents: redeemed },
    }
  }
  return { before: await frozenBy(now), after: await frozenBy(then) }
}

/** Of the active among some members: how many they are, their crels, and what waits for approval or payment. */
async function haveOf(db: Db, uids: string[]) {
  const { rows } = await sql<{ members: number; crels: number; count: number; redeemed: number }>`
    with frozen as (select uid, party from member where uid = any (${uids}::text[]) and state = 'active')
    select (select count(*)::int from frozen) as members,
      (select coalesce(sum(a.posted), 0)::bigint from frozen f join account a on a.party = f.party
       where a.code in ('member.available', 'member.pending') and a.asset = 'CREL') as crels,
      count(r.id)::int as count, coalesce(sum(r.usd_cents), 0)::bigint as redeemed
    from frozen f join redemption r on r.uid = f.uid and r.state in ('requested', 'approved')`.execute(db)
  return rows[0]!
}
