import * as rewards from '#contracts/rewards.endpoints.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { checkInStatus } from './check-in-status.ts'
import { checkIn } from './check-in.ts'
import { claimHolderPrize, holderPrizeStatus } from './holder-prize.ts'
import { claimMonthly, monthlyClaimStatus } from './monthly-claim.ts'

/** The endpoints of contracts/rewards.endpoints.ts. */
export function rewardRoutes(): Route[] {
  return [
    bind(rewards.dailyCheckIn, ({ actor, transaction }) => transaction((tx) => checkIn(tx, actor))),
    bind(rewards.getDailyCheckIn, ({ db, actor, query }) => checkInStatus(db, actor, query)),
    bind(rewards.monthlyClaim, ({ actor, transaction }) => transaction((tx) => claimMonthly(tx, actor))),
    bind(rewards.getMonthlyClaim, ({ db, actor }) => monthlyClaimStatus(db, actor)),
    bind(rewards.holderPrize, ({ actor, transaction }) => transaction((tx) => claimHolderPrize(tx, actor))),
    bind(rewards.getHolderPrize, ({ db, actor }) => holderPrizeStatus(db, actor)),
  ]
}
