import type { LimitEffects } from '#contracts/operator-economy.schemas.ts'
import type { Economy } from '#rules/economy.ts'
import { membersAtFreezeLimits } from '#server/modules/rewards/public.ts'
import type { Db } from '#server/platform/database.ts'

/** What other settings make of who may buy no more of something; null of each where its setting stays. */
export async function limitEffects(db: Db, before: Economy, after: Economy): Promise<LimitEffects> {
  const freezes = {
    before: before.checkIn.boughtFreezesMax,
    after: after.checkIn.boughtFreezesMax,
  }
  return { freezes: freezes.before === freezes.after ? null : await membersAtFreezeLimits(db, freezes) }
}
