import { sql } from 'kysely'
import type { PayoutEffects } from '#contracts/operator-economy.schemas.ts'
import type { Economy } from '#rules/economy.ts'
import { worthInUsdCents } from '#rules/exchange.ts'
import { minimumCrelsFor } from '#rules/minimum-payout.ts'
import { currentRate } from '#server/modules/exchange/public.ts'
import type { Db } from '#server/platform/database.ts'

type Minimum = NonNullable<PayoutEffects['minimum']>

/** Active members who owe nothing and have enough for the minimum payout, before and after, with what they have. */
export async function minimumEffect(db: Db, before: Economy, after: Economy): Promise<Minimum> {
  const { usdToCrels } = await currentRate(db)
  const reached = async ({ redemption: { netUsdCentsMin } }: Economy): Promise<Minimum['before']> => {
    const { rows } = await sql<{ members: number; crels: number }>`
      select count(*)::int as members, coalesce(sum(a.posted - a.reserved), 0)::bigint as crels
      from account a join member m on m.party = a.party
      where a.code = 'member.available' and a.asset = 'CREL' and m.state = 'active'
        and a.posted - a.reserved >= ${minimumCrelsFor(netUsdCentsMin, usdToCrels)}
        and not exists (select from account d where d.party = a.party and d.code = 'member.debt' and d.posted < 0)`.execute(
      db,
    )
    const { members, crels } = rows[0]!
    return { members, crels, usdCents: worthInUsdCents(crels, usdToCrels) }
  }
  return { before: await reached(before), after: await reached(after) }
}
