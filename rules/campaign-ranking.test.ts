import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNewCampaign, popularity } from './campaign-ranking.ts'

const day = 86_400_000

test('a campaign is new from its start for 30 days', () => {
  expect(isNewCampaign(day, day - 1)).toBe(false)
  expect(isNewCampaign(day, day)).toBe(true)
  expect(isNewCampaign(0, 30 * day - 1)).toBe(true)
  expect(isNewCampaign(0, 30 * day)).toBe(false)
})

test('what is five days older counts half, and after 14 days nothing', () => {
  const clicks = (daysAgo: number) => popularity([{ daysAgo, countableClicks: 8, joins: 0 }])
  expect([0, 5, 10, 14, -1].map(clicks)).toEqual([8, 4, 2, 0, 0])
})

test('a join says as much as twenty clicks, and days add up', () => {
  expect(popularity([])).toBe(0)
  expect(
    popularity([
      { daysAgo: 0, countableClicks: 1, joins: 1 },
      { daysAgo: 5, countableClicks: 2, joins: 0 },
    ]),
  ).toBe(22)
})

test('more of anything never makes a campaign less popular', () => {
  const days = fc.record({
    daysAgo: fc.integer({ min: -2, max: 20 }),
    countableClicks: fc.nat(1e6),
    joins: fc.nat(1e4),
  })
  fc.assert(
    fc.property(fc.array(days), days, (some, more) => {
      expect(popularity([...some, more])).toBeGreaterThanOrEqual(popularity(some))
    }),
  )
})
