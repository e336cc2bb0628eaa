import { expect, test } from 'vitest'
import { defaultEconomy } from './economy.ts'
import { reachedTier, tierGoal } from './reward-tier.ts'

test.each([
  [4, null],
  [5, 100],
  [14, 100],
  [15, 200],
  [24, 200],
  [25, 400],
  [31, 400],
])('%i check-ins reach the tier of %s points', (checkIns, points) => {
  const tier = reachedTier(defaultEconomy.monthlyClaim.tiers, checkIns, (one) => one.checkIns)
  expect(tier?.points ?? null).toBe(points)
})

test.each([
  [0, 5, { state: 'ahead', tier: 5, missing: 5 }],
  [0, 4, { state: 'out_of_reach' }],
  [5, 10, { state: 'ahead', tier: 15, missing: 10 }],
  [5, 9, { state: 'reached', tier: 5 }],
  [14, 0, { state: 'reached', tier: 5 }],
  [25, 6, { state: 'reached', tier: 25 }],
])('%i check-ins and %i days left', (count, daysLeft, goal) => {
  const tiers = [5, 15, 25]
  expect(tierGoal(tiers, { count, daysLeft, asks: (tier) => tier })).toEqual(goal)
  // The same, day by day: nothing is promised that checking in on each of them would not bring.
  const best = reachedTier(tiers, count + daysLeft, (tier) => tier)
  expect('tier' in goal ? goal.tier : null).toBe(
    goal.state === 'ahead' ? tiers.find((tier) => tier > count) : best,
  )
})
