import { describe, expect, test } from 'vitest'
import { dayBefore, readClaim, type ClaimTexts } from './claim-form.ts'

const now = new Date(2026, 10, 21, 12)
const typed: ClaimTexts = {
  campaignId: 'cmp_1',
  type: 'sale',
  order: ' A-1 ',
  day: '2026-11-20',
  amount: '49,90',
  currency: 'eur',
  note: ' ',
}

test('reads what was typed: the end of the day, the amount in minor units', () => {
  expect(readClaim(typed, now)).toEqual({
    claim: {
      campaignId: 'cmp_1',
      type: 'sale',
      orderReference: 'A-1',
      occurredAt: new Date(2026, 10, 20, 23, 59, 59, 999).toISOString(),
      amount: { currency: 'EUR', minor: 49_90 },
      note: undefined,
    },
  })
})

test.each([
  ['49,90', 49_90],
  ['1.234,56', 1_234_56],
  ['1,234.56', 1_234_56],
  ['1 234,5', 1_234_50],
  ['1\u202f234,56', 1_234_56],
  ['1’234.56', 1_234_56],
  ['1,23,456.78', 123_456_78],
  ['1.234.567', 1_234_567_00],
])('reads %s as people write it', (amount, minor) => {
  expect(readClaim({ ...typed, amount }, now)).toMatchObject({ claim: { amount: { minor } } })
})

test('of today the moment is now, and a lead has no amount', () => {
  expect(readClaim({ ...typed, day: dayBefore(now, 0), type: 'lead' }, now)).toMatchObject({
    claim: { occurredAt: now.toISOString(), amount: undefined },
  })
})

describe('says what is wrong with', () => {
  test.each<[keyof ClaimTexts, string]>([
    ['campaignId', ''],
    ['order', '  '],
    ['day', ''],
    ['day', '2026-11-22'],
    ['day', '2026-09-22'],
    ['amount', 'much'],
    ['amount', '0'],
    // A thousand, or one and a bit.
    ['amount', '1.234'],
    ['amount', '1,234'],
    ['amount', '4,9,90'],
    ['amount', '1.234,567.89'],
    ['currency', 'euro'],
  ])('%s %j', (field, text) => {
    expect(readClaim({ ...typed, [field]: text }, now).wrong).toHaveProperty(field)
  })
})
