import { expect, test } from 'vitest'
import { badgeProgress, BADGES, type Badge, type BadgeFacts } from './badges.ts'

const nothing: BadgeFacts = {
  joins: 0,
  conversions: 0,
  longestStreak: 0,
  friendsPaid: 0,
  bestSeasonRank: null,
}

test('a new member has none of them', () => {
  for (const badge of BADGES)
    expect(badgeProgress(badge, nothing)).toMatchObject({ progress: 0, isEarned: false })
})

test.each<[Badge, Partial<BadgeFacts>, number, number, boolean]>([
  ['first_join', { joins: 3 }, 1, 1, true],
  ['first_conversion', { conversions: 1 }, 1, 1, true],
  ['streak_7', { longestStreak: 6 }, 6, 7, false],
  ['streak_7', { longestStreak: 31 }, 7, 7, true],
  ['streak_30', { longestStreak: 30 }, 30, 30, true],
  ['streak_100', { longestStreak: 99 }, 99, 100, false],
  ['friends_10', { friendsPaid: 10 }, 10, 10, true],
  ['season_top_10', { bestSeasonRank: 11 }, 0, 1, false],
  ['season_top_10', { bestSeasonRank: 10 }, 1, 1, true],
])('%s with %o: %i of %i, earned %s', (badge, facts, progress, goal, isEarned) => {
  expect(badgeProgress(badge, { ...nothing, ...facts })).toEqual({ progress, goal, isEarned })
})
