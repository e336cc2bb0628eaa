import { expect, test } from 'vitest'
import { economyCost } from './economy-cost.ts'
import { defaultEconomy, withSettings, type Economy } from './economy.ts'

const costWith = (path: string, value: unknown) =>
  economyCost(withSettings(defaultEconomy, [{ path, value }]) as Economy)

test('a member who checks in every day is paid the full step and every seventh bonus', () => {
  // 30 days of 40, and the bonuses of days 35, 42, 49 and 56, for a hundred members.
  const others = costWith('checkIn.stepPoints', 0).dailyCheckIn
  expect(economyCost(defaultEconomy).dailyCheckIn - others).toBeGreaterThan(100 * 30 * 30)
  expect(costWith('checkIn.bonusPoints', 150).dailyCheckIn - economyCost(defaultEconomy).dailyCheckIn).toBe(
    100 * 4 * 100,
  )
})

test('every reward costs what its setting says, and the total is their sum', () => {
  const cost = economyCost(defaultEconomy)
  const { total, ...parts } = cost
  expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(total)
  expect(cost).toMatchObject({
    // A hundred reach 25 check-ins, two hundred 15; eight in a month are enough for the first tier.
    monthlyClaim: 100 * 400 + 200 * 200 + 300 * 100,
    holderPrize: 150 * 20 + 45 * 100 + 5 * 500,
    friendInvitation: 30 * 300,
    socialFollow: 0,
    socialShare: 400 * 30,
    seasonPrize: 2_000 + 2 * 1_000 + 7 * 500,
  })
  expect(costWith('socialShare.paidDailyMax', 0).socialShare).toBe(0)
  expect(costWith('monthlyClaim.tiers', []).monthlyClaim).toBe(0)
})
