import { expect, test } from 'vitest'
import { nextReward, type RewardsNow } from './next-reward.ts'

const nothing: RewardsNow = {
  checkIn: null,
  monthlyClaim: null,
  holderPrize: null,
  follow: null,
  behindProfile: null,
  inviteFriend: 200,
}

test('a friend can always be invited', () => {
  expect(nextReward(nothing)).toEqual({ action: 'invite_friend', points: 200 })
})

test.each<[Partial<RewardsNow>, object]>([
  [
    { behindProfile: 400, follow: 50 },
    { action: 'follow', points: 50 },
  ],
  [{ behindProfile: 400 }, { action: 'complete_profile', points: 400 }],
  [
    { holderPrize: 20, follow: 50 },
    { action: 'holder_prize', points: 20 },
  ],
  [
    { monthlyClaim: 100, holderPrize: 500 },
    { action: 'monthly_claim', points: 100 },
  ],
  [
    { checkIn: 10, monthlyClaim: 400, follow: 50 },
    { action: 'check_in', points: 10 },
  ],
])('%o leads to %o', (now, next) => {
  expect(nextReward({ ...nothing, ...now })).toEqual(next)
})
