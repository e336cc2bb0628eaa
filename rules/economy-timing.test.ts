import { expect, test } from 'vitest'
import { settingTiming } from './economy-timing.ts'
import { defaultEconomy, economyRows } from './economy.ts'

test('every setting says from when it counts, but those of which a change counts whom it touches', () => {
  const counted = economyRows(defaultEconomy)
    .map(({ path }) => path)
    .filter((path) => settingTiming(path) === null)
  expect(counted).toEqual([
    'redemption.netUsdCentsMin',
    'redemption.cancelsMax',
    'redemption.cancelsDays',
    'redemption.accountChangeHours',
    'redemption.minimumAge',
    'redemption.blockedCountries',
    'tax.regime',
    'tax.thresholdUsdCents',
    'tax.keepYears',
  ])
  for (const { path } of economyRows(defaultEconomy))
    expect(settingTiming(path) ?? 'A.').toMatch(/^[A-Z].*[.]$/)
  expect(() => settingTiming('checkIn.nothing')).toThrow(RangeError)
  expect(() => settingTiming('nothing.nothing')).toThrow(RangeError)
})
