import { expect, test } from 'vitest'
import { amountText } from './amount-of.ts'
import { listLimit } from './print-list.ts'

test.each([
  [{ currency: 'EUR', minor: 4990 }, 'EUR 49.90'],
  [{ currency: 'USD', minor: 5 }, 'USD 0.05'],
  [{ currency: 'JPY', minor: 1200 }, 'JPY 1200'],
])('%j is %s', (amount, text) => expect(amountText(amount)).toBe(text))

test.each(['0', '-1', 'ten', '', '1.5'])('a limit of %j is refused, not another one taken', (text) => {
  expect(() => listLimit(text)).toThrow('--limit')
})
