import fc from 'fast-check'
import { expect, test } from 'vitest'
import { campaignForecast, type ForecastInput } from './campaign-forecast.ts'

const input: ForecastInput = {
  reward: { clickMillicrels: 210, leadCrels: 21, sale: { bps: 800 } },
  budgetCrels: 10_500,
  leadsPer1000Clicks: 10,
  salesPer1000Clicks: 5,
  saleUsdCents: 100_00,
  clicksPerDay: 500,
  rate: '10.5',
}

test('says what a budget buys', () => {
  expect(campaignForecast(input)).toEqual({
    per1000ClicksUsdCents: 20_00,
    leadUsdCents: 2_00,
    // 8% of $100 are ⌊84⌋ crels.
    saleUsdCents: 8_00,
    allPer1000ClicksCrels: 210 + 10 * 21 + 5 * 84,
    allPer1000ClicksUsdCents: 80_00,
    clicksMost: 50_000,
    leadsMost: 500,
    salesMost: 125,
    clicksUntilSpent: 12_500,
    daysUntilSpent: 25,
  })
})

test('what is not paid costs nothing and is bought in no number', () => {
  const none = { ...input, reward: { clickMillicrels: null, leadCrels: null, sale: null } }
  expect(campaignForecast(none)).toEqual({
    per1000ClicksUsdCents: null,
    leadUsdCents: null,
    saleUsdCents: null,
    allPer1000ClicksCrels: 0,
    allPer1000ClicksUsdCents: 0,
    clicksMost: null,
    leadsMost: null,
    salesMost: null,
    clicksUntilSpent: null,
    daysUntilSpent: null,
  })
})

test.each([{ budgetCrels: -1 }, { budgetCrels: 0.5 }, { salesPer1000Clicks: Number.NaN }, { rate: '0' }])(
  'refuses %j',
  (changes) => {
    expect(() => campaignForecast({ ...input, ...changes })).toThrow(RangeError)
  },
)

const up = (max: number) => fc.nat({ max })
const optional = (max: number) => fc.option(fc.integer({ min: 1, max }))
const inputs: fc.Arbitrary<ForecastInput> = fc.record({
  reward: fc.record({
    clickMillicrels: optional(100_000),
    leadCrels: optional(10_000),
    sale: fc.option(
      fc.oneof(
        fc.integer({ min: 1, max: 10_000 }).map((crels) => ({ crels })),
        fc.integer({ min: 1, max: 10_000 }).map((bps) => ({ bps })),
      ),
    ),
  }),
  budgetCrels: up(1_000_000_000),
  leadsPer1000Clicks: up(1_000),
  salesPer1000Clicks: up(1_000),
  saleUsdCents: up(1_000_000),
  clicksPerDay: fc.option(up(1_000_000)),
  rate: fc.constantFrom('0.5', '10.5', '100'),
})

test('the clicks until it is spent cost no more than the budget, and one more thousandth does', () => {
  fc.assert(
    fc.property(inputs, (given) => {
      const { clicksUntilSpent: clicks, allPer1000ClicksCrels: cost } = campaignForecast(given)
      if (clicks === null) {
        expect(cost).toBe(0)
        return
      }
      const spent = (count: number) => BigInt(count) * BigInt(cost)
      expect(spent(clicks) <= BigInt(given.budgetCrels) * 1_000n).toBe(true)
      expect(spent(clicks + 1) > BigInt(given.budgetCrels) * 1_000n).toBe(true)
    }),
  )
})

test('more budget never buys less, and more leads and sales of a click never make it last longer', () => {
  fc.assert(
    fc.property(inputs, up(1_000_000), up(100), (given, crels, more) => {
      const now = campaignForecast(given)
      const fuller = campaignForecast({ ...given, budgetCrels: given.budgetCrels + crels })
      const busier = campaignForecast({ ...given, salesPer1000Clicks: given.salesPer1000Clicks + more })
      for (const part of ['clicksMost', 'leadsMost', 'salesMost', 'clicksUntilSpent'] as const)
        expect(fuller[part] ?? 0).toBeGreaterThanOrEqual(now[part] ?? 0)
      if (now.clicksUntilSpent !== null)
        expect(busier.clicksUntilSpent).toBeLessThanOrEqual(now.clicksUntilSpent)
    }),
  )
})
