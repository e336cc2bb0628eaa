// What other modules, and the composition, may call. Every write takes the caller's transaction first.
export { aboutRewards } from './list-of-rewards.ts'
export { checkIn } from './check-in.ts'
export { grantSeasonPrize } from './grant-season-prize.ts'
export { rewardActivity, type GrantedRewards } from './reward-activity.ts'
export { skipMoments } from './moments.ts'
export { recordTimeZone } from './record-time-zone.ts'
export { addBoughtFreezes, boughtFreezes, membersAtFreezeLimits } from './bought-freezes.ts'
export { followersByPlatform } from './follow-platform.ts'
