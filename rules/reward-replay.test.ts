import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultEconomy, type Economy } from './economy.ts'
import { pointsInUsdCents, replayRewards, type RewardActivity } from './reward-replay.ts'

const nothing: RewardActivity = {
  checkIns: [],
  monthlyClaims: [],
  holderPrizes: [],
  friends: 0,
  follows: 0,
  shares: 0,
  seasons: [],
}

const activity: RewardActivity = {
  checkIns: [
    { days: 1, count: 10 },
    { days: 7, count: 2 },
  ],
  monthlyClaims: [
    { checkIns: 4, count: 1 },
    { checkIns: 15, count: 3 },
    { checkIns: 31, count: 1 },
  ],
  holderPrizes: [
    { points: 20, count: 4 },
    { points: 500, count: 1 },
  ],
  friends: 2,
  follows: 3,
  shares: 5,
  seasons: [{ places: 10 }, { places: 2 }],
}

const changed = (change: (economy: Economy) => Partial<Economy>): Economy => ({
  ...defaultEconomy,
  ...change(defaultEconomy),
})
const replay = (after: Economy) => replayRewards(activity, after, defaultEconomy)

test('nothing that was done pays nothing', () => {
  expect(replayRewards(nothing, defaultEconomy, defaultEconomy)).toMatchObject({ total: 0 })
})

test('what was done pays by the settings in force', () => {
  expect(replay(defaultEconomy)).toEqual({
    // 10 first days at 10, two seventh days at 10 + 6 × 5 + 50.
    dailyCheckIn: 10 * 10 + 2 * 90,
    // Fewer than 5 check-ins are no tier.
    monthlyClaim: 3 * 200 + 400,
    holderPrize: 4 * 20 + 500,
    friendInvitation: 2 * 300,
    socialFollow: 3 * 50,
    socialShare: 5 * 30,
    // All ten places once, and the best two of another season.
    seasonPrize: 2_000 + 2 * 1_000 + 7 * 500 + (2_000 + 1_000),
    total: 280 + 1_000 + 580 + 600 + 150 + 150 + 10_500,
  })
})

test('the same doings pay by other settings', () => {
  const checkIn = changed(({ checkIn: before }) => ({ checkIn: { ...before, basePoints: 20 } }))
  expect(replay(checkIn).dailyCheckIn).toBe(10 * 20 + 2 * 100)
  const claims = changed(() => ({ monthlyClaim: { tiers: [{ checkIns: 4, points: 7 }] } }))
  expect(replay(claims).monthlyClaim).toBe(5 * 7)
  // Who was paid for 100 crels held at least these, and who for 10 000 those.
  const holders = changed(({ holderPrize }) => ({
    holderPrize: { ...holderPrize, tiers: [{ crels: 1_000, points: 1 }] },
  }))
  expect(replay(holders).holderPrize).toBe(1)
  const seasons = changed(({ seasonPrize }) => ({
    seasonPrize: { ...seasonPrize, ranks: [{ toRank: 20, points: 100 }] },
  }))
  expect(replay(seasons).seasonPrize).toBe(20 * 100 + 2 * 100)
  const off = changed(({ socialShare }) => ({ socialShare: { ...socialShare, paidDailyMax: 0 } }))
  expect(replay(off).socialShare).toBe(0)
})

test('a holder prize of settings that are over stays what it was', () => {
  const old = { ...nothing, holderPrizes: [{ points: 33, count: 2 }] }
  expect(replayRewards(old, defaultEconomy, defaultEconomy).holderPrize).toBe(66)
})

test('the total is the sum of the parts, and more points a check-in never cost less', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0, max: 1_000 }), (base, more) => {
      const at = (basePoints: number) =>
        replay(changed(({ checkIn }) => ({ checkIn: { ...checkIn, basePoints } })))
      const { total, ...parts } = at(base)
      expect(Object.values(parts).reduce((sum, one) => sum + one, 0)).toBe(total)
      expect(at(base + more).total).toBeGreaterThanOrEqual(total)
    }),
  )
})

test('points are worth the crels that they buy, rounded down', () => {
  // 100 points buy a crel, of which 10.5 are a dollar.
  expect(pointsInUsdCents(1_050, 100, '10.5')).toBe(100)
  expect(pointsInUsdCents(104, 100, '10.5')).toBe(9)
  expect(pointsInUsdCents(0, 100, '10.5')).toBe(0)
  expect(() => pointsInUsdCents(Number.MAX_SAFE_INTEGER, 1, '0.000001')).toThrow(RangeError)
})
