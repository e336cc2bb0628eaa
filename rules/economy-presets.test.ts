import { expect, test } from 'vitest'
import { ECONOMY_PRESETS, presetSettings } from './economy-presets.ts'
import { defaultEconomy, economyBounds, economyChanges, withSettings, type Economy } from './economy.ts'

const economyOf = (preset: (typeof ECONOMY_PRESETS)[number]) =>
  withSettings(defaultEconomy, presetSettings(preset)) as Economy

test('every preset sets the same settings, so that one replaces another whole', () => {
  const [first, ...others] = ECONOMY_PRESETS.map((preset) =>
    presetSettings(preset)
      .map(({ path }) => path)
      .toSorted(),
  )
  for (const paths of others) expect(paths).toEqual(first)
})

test('the balanced one is what ships, the careful one gives less and the generous one more', () => {
  expect(economyChanges(defaultEconomy, economyOf('balanced'))).toEqual([])
  const [careful, generous] = [economyOf('careful'), economyOf('generous')]
  expect(careful.checkIn.basePoints).toBeLessThan(defaultEconomy.checkIn.basePoints)
  expect(generous.checkIn.basePoints).toBeGreaterThan(defaultEconomy.checkIn.basePoints)
  expect(careful.redemption.netUsdCentsMin).toBeGreaterThan(generous.redemption.netUsdCentsMin)
})

test('every number is a whole one within its bounds', () => {
  for (const preset of ECONOMY_PRESETS)
    for (const { path, value } of presetSettings(preset)) {
      if (typeof value !== 'number') continue
      const [part, name] = path.split('.') as [keyof Economy, string]
      const [min, max] = (economyBounds[part] as Record<string, readonly [number, number]>)[name]!
      expect(Number.isInteger(value) && value >= min && value <= max, `${preset} ${path}`).toBe(true)
    }
})
