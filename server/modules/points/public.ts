// What every reward is granted with. Every write takes the caller's transaction first.
export {
  addressesByPeriod,
  awardedAddresses,
  claimForAddress,
  periodsOfAddress,
} from './address-award-queries.ts'
export { grantPoints } from './grant-points.ts'
export { returningPoints, type ReturningPoints } from './lot-queries.ts'
export { lockRewards, refuseReward, rewardsLock } from './reward-claim.ts'
export type { Reward, RewardDeps, RewardMember, RewardStatus } from './reward.ts'
export { placesTaken, takePlace } from './reward-count-queries.ts'
export { grantBoost, runningBoost, startBoost, type RunningBoost } from './boost.ts'
