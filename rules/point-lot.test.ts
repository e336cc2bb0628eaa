import { expect, test } from 'vitest'
import { lotExpiresAt } from './point-lot.ts'

const after = (earned: string, months: number) =>
  new Date(lotExpiresAt(Date.parse(earned), months)).toISOString()

test.each([
  ['2026-11-21T10:00:00.123Z', 12, '2027-11-21T10:00:00.123Z'],
  ['2028-02-29T23:59:59.999Z', 12, '2029-02-28T23:59:59.999Z'],
  ['2027-02-28T00:00:00.000Z', 12, '2028-02-28T00:00:00.000Z'],
  ['2026-08-31T12:00:00.000Z', 1, '2026-09-30T12:00:00.000Z'],
  ['2026-12-31T12:00:00.000Z', 2, '2027-02-28T12:00:00.000Z'],
])('points earned at %s are gone after %i months at %s', (earned, months, gone) => {
  expect(after(earned, months)).toBe(gone)
})
