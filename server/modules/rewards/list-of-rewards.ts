import type { AboutPoints } from '#contracts/points.schemas.ts'
import { friendReward } from '#server/modules/friends/public.ts'
import type { Reward } from '#server/modules/points/public.ts'
import { shareReward } from '#server/modules/shares/public.ts'
import { awardsAmong } from '#server/modules/ledger/public.ts'
import type { Db } from '#server/platform/database.ts'
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

/** What transactions of rewards were for, by their id: the date of a check-in, the month of a claim, what was shared. */
export async function aboutRewards(db: Db, transactionIds: string[]): Promise<Map<string, AboutPoints>> {
  const about = new Map<string, AboutPoints>()
  const grants = await awardsAmong(db, transactionIds)
  for (const { programs, describe } of listOfRewards) {
    const own = grants.filter(({ program }) => (programs as readonly string[]).includes(program))
    if (own.length > 0 && describe) for (const [id, one] of await describe(db, own)) about.set(id, one)
  }
  return about
}
