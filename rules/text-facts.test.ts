import { expect, test } from 'vitest'
import { withFacts } from './text-facts.ts'

test('a rate is written as the language writes decimals', () => {
  expect(withFacts('{exchange.rate}', 'en')).toBe('10.5')
  expect(withFacts('{exchange.rate}', 'de')).toBe('10,5')
  expect(withFacts('{exchange.rate}', 'es')).toBe('10,5')
})
