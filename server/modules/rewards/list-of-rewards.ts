import { friendReward } from '#server/modules/friends/public.ts'
import type { Reward } from '#server/modules/points/public.ts'
import { shareReward } from '#server/modules/shares/public.ts'
import { checkInReward } from './check-in.ts'
import { followReward } from './follow-platform.ts'
import { holderReward } from './holder-prize.ts'
import { monthlyReward } from './monthly-claim.ts'

/** Every reward, in the order in which answers list them. Season prizes and joining bonuses have nothing to show here. */
export const listOfRewards: readonly Reward[] = [
  friendReward,
  shareReward,
  checkInReward,
  monthlyReward,
  holderReward,
  followReward,
]
