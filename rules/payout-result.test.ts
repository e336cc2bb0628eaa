import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reportedAmount } from './payout-result.ts'

test.each<[string, number | 'ambiguous' | null]>([
  ['12', 1_200],
  ['1.5', 150],
  ['16,00', 1_600],
  ['16,5', 1_650],
  ['-16,00', 1_600],
  ['−16,00', 1_600],
  ['1,204.50', 120_450],
  ['1.204,50', 120_450],
  ['-1.204.500,00', 120_450_000],
  ['1.204.500', 120_450_000],
  ['1 204,50', 120_450],
  ['1\u202f204,50', 120_450],
  ['1\u00a0204', 120_400],
  ['1’204.50', 120_450],
  ['1.204', 'ambiguous'],
  ['1,204', 'ambiguous'],
  ['0,204', null],
  ['1.204.50', null],
  ['1,204,50', null],
  ['1.204 500', null],
  ['16,000', 'ambiguous'],
  ['16,0000', null],
  ['1204,500', null],
  ['x', null],
  ['', null],
  ['-', null],
  ['16,', null],
])('%s is %s', (text, minor) => {
  expect(reportedAmount(text)).toBe(minor)
})

const amount = fc.integer({ min: 0, max: 99_999_999_999 })
const style = fc.constantFrom<[group: string, point: string]>(
  ['', '.'],
  ['', ','],
  [',', '.'],
  ['.', ','],
  [' ', ','],
  ['\u202f', ','],
  ['’', '.'],
)

test('an amount with its cents is read as it is, by every way to write it', () => {
  fc.assert(
    fc.property(amount, style, fc.constantFrom('', '-', '+'), (minor, [group, point], sign) => {
      const whole = String(Math.floor(minor / 100)).replaceAll(/\B(?=(\d{3})+$)/g, group)
      const text = `${sign}${whole}${point}${String(minor % 100).padStart(2, '0')}`
      expect(reportedAmount(text)).toBe(minor)
    }),
  )
})

test('without its cents it is read as it is, or refused, and never as another amount', () => {
  fc.assert(
    fc.property(amount, fc.constantFrom('', ',', '.', ' '), (minor, group) => {
      const dollars = Math.floor(minor / 100)
      const text = String(dollars).replaceAll(/\B(?=(\d{3})+$)/g, group)
      expect([dollars * 100, 'ambiguous']).toContain(reportedAmount(text))
    }),
  )
})
