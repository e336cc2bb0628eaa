import type { Simulation } from '#contracts/operator-economy.schemas.ts'
import { economyCost } from '#rules/economy-cost.ts'
import { economyChanges, withSettings, type Economy, type EconomyRow } from '#rules/economy.ts'
import { pointsInUsdCents, replayRewards, type ReplayedRewards } from '#rules/reward-replay.ts'
import { currentVersion, readEconomyValues } from '#server/modules/economy/public.ts'
import { currentRate } from '#server/modules/exchange/public.ts'
import { rewardActivity } from '#server/modules/rewards/public.ts'
import type { Db } from '#server/platform/database.ts'
import { inSnapshot } from '#server/platform/transaction.ts'
import { limitEffects } from './limit-effects.ts'
import { payoutEffects, type EffectsDeps } from './payout-effects.ts'

/** A typical month. */
const days = 30

/** Programs that the replay pays again; a boost and a joining bonus follow others' settings and stay as they are. */
const replayed = new Set([
  'daily-check-in',
  'monthly-claim',
  'holder-prize',
  'friend-invitation',
  'friend-welcome',
  'social-follow',
  'social-share',
  'season-prize',
])

/**
 * What other settings would have cost: the last 30 days' doings of members paid by them, and a month of 1,000 members of
 * whom it is assumed, both in points and in dollars. Throws `validation_failed` for what the settings may not be.
 */
export async function simulateEconomy(
  db: Db,
  settings: EconomyRow[],
  deps: EffectsDeps,
): Promise<Simulation> {
  return await inSnapshot(db, async (at) => {
    const { version, economy: before } = await currentVersion(at)
    const after = readEconomyValues(withSettings(before, settings))
    const { usdToCrels } = await currentRate(at)
    const { activity, granted } = await rewardActivity(at, days)
    const costOf = (points: ReplayedRewards, economy: Economy) => ({
      points,
      usdCents: pointsInUsdCents(points.total, economy.shop.crelsPackPoints, usdToCrels),
    })
    return {
      basedOn: version,
      changes: economyChanges(before, after),
      replay: {
        days,
        grantedPoints: granted
          .filter(({ program }) => replayed.has(program))
          .reduce((sum, { points }) => sum + points, 0),
        before: costOf(replayRewards(activity, before, before), before),
        after: costOf(replayRewards(activity, after, before), after),
      },
      thousand: {
        before: costOf(economyCost(before), before),
        after: costOf(economyCost(after), after),
      },
      payouts: await payoutEffects(at, before, after, deps),
      limits: await limitEffects(at, before, after),
      worth: {
        pointsBefore: before.shop.crelsPackPoints,
        pointsAfter: after.shop.crelsPackPoints,
        usdToCrels,
      },
    }
  })
}
