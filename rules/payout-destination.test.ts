import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { destinationHint, isIban, isRoutingNumber, samePlaceText } from './payout-destination.ts'

describe('an IBAN', () => {
  test.each([
    'DE89 3704 0044 0532 0130 00',
    'gb82west12345698765432',
    'NO9386011117947',
    'PT50000201231234567890154',
  ])('%s is one', (iban) => expect(isIban(iban)).toBe(true))
  test.each([
    'DE89370400440532013001',
    'DE00370400440532013000',
    'DE89',
    '',
    '=HYPERLINK("x")',
    'D389370400440532013000',
  ])('%j is none', (text) => expect(isIban(text)).toBe(false))
  test('with one digit changed is none', () => {
    const iban = 'DE89370400440532013000'
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 21 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const changed = iban.slice(0, at) + ((Number(iban[at]) + by) % 10) + iban.slice(at + 1)
        expect(isIban(changed)).toBe(false)
      }),
    )
  })
})

test.each([
  ['021000021', true],
  ['011401533', true],
  ['021000022', false],
  ['000000000', false],
  ['02100002', false],
  ['abcdefghi', false],
])('%s as a routing number: %s', (text, is) => expect(isRoutingNumber(text)).toBe(is))

test('a hint distinguishes two destinations and does not suffice to pay to one', () => {
  expect(destinationHint({ kind: 'paypal', email: 'ada@example.com' })).toBe('a…@example.com')
  expect(destinationHint({ kind: 'bank', holder: 'Ada', iban: 'DE89370400440532013000' })).toBe('…3000')
  expect(destinationHint({ kind: 'manual', instructions: 'Cash, on Fridays' })).not.toContain('Cash')
})

test('a place is the same however it was typed', () => {
  expect(samePlaceText({ kind: 'paypal', email: 'Ada@Example.com' })).toBe(
    samePlaceText({ kind: 'gift_card', email: 'ada@example.com' }),
  )
  expect(samePlaceText({ kind: 'bank', holder: 'A', iban: 'DE89 3704 0044 0532 0130 00' })).toBe(
    samePlaceText({ kind: 'bank', holder: 'B', iban: 'de89370400440532013000' }),
  )
})
