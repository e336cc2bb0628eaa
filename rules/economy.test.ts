import { expect, test } from 'vitest'
import { defaultEconomy, economyChanges, economyRows, withSettings, type Economy } from './economy.ts'

test('a setting is a row under its place, a list is one row', () => {
  const rows = economyRows(defaultEconomy)
  expect(rows.find(({ path }) => path === 'checkIn.bonusPoints')).toEqual({
    path: 'checkIn.bonusPoints',
    value: 50,
  })
  expect(rows.filter(({ path }) => path.startsWith('monthlyClaim'))).toHaveLength(1)
  expect(new Set(rows.map(({ path }) => path)).size).toBe(rows.length)
})

test('a change touches what it names, and says what was before', () => {
  const next = withSettings(defaultEconomy, [
    { path: 'checkIn.basePoints', value: 12 },
    { path: 'socialFollow.points', value: 50 },
  ]) as Economy
  expect(economyChanges(defaultEconomy, next)).toEqual([
    { path: 'checkIn.basePoints', before: 10, after: 12 },
  ])
  expect(defaultEconomy.checkIn.basePoints).toBe(10)
})

test.each(['checkIn', 'checkIn.nothing', '__proto__.points', 'checkIn.constructor', '', 'a.b.c'])(
  'there is no setting %j',
  (path) => {
    expect(() => withSettings(defaultEconomy, [{ path, value: 1 }])).toThrow(RangeError)
  },
)
