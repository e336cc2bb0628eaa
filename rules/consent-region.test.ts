import { expect, test } from 'vitest'
import { asksConsent } from './consent-region.ts'

test.each([
  ['DE', true],
  ['NO', true],
  ['GB', true],
  ['CH', true],
  ['BR', true],
  ['RE', true],
  ['US', false],
  ['JP', false],
  [null, true],
])('a visitor from %s is asked by region: %s', (country, asked) =>
  expect(asksConsent(country, { consent: 'region', unknown: true })).toBe(asked),
)

test('the setting decides for everyone, and an unknown country on a developer’s machine is not asked', () => {
  expect(asksConsent('US', { consent: 'always', unknown: false })).toBe(true)
  expect(asksConsent('DE', { consent: 'never', unknown: true })).toBe(false)
  expect(asksConsent(null, { consent: 'region', unknown: false })).toBe(false)
})
