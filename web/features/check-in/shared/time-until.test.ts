import { expect, test } from 'vitest'
import { askAgainMs } from './time-until.ts'

const now = new Date('2026-11-21T22:00:00Z')
const dayEndsAt = '2026-11-22T00:00:00.000Z'

test('a status is asked for again when the day ends, or when the next check-in is possible before', () => {
  expect(askAgainMs({ nextAt: null, dayEndsAt }, now)).toBe(2 * 3_600_000)
  expect(askAgainMs({ nextAt: dayEndsAt, dayEndsAt }, now)).toBe(2 * 3_600_000)
  expect(askAgainMs({ nextAt: '2026-11-21T22:30:00.000Z', dayEndsAt }, now)).toBe(30 * 60_000)
})

test('one that the server still calls the same is not asked for without a pause', () => {
  expect(askAgainMs({ nextAt: '2026-11-21T21:59:00.000Z', dayEndsAt }, now)).toBe(30_000)
  expect(askAgainMs({ nextAt: null, dayEndsAt: '2026-11-21T21:00:00.000Z' }, now)).toBe(30_000)
})

test('where this clock is behind by weeks it is asked for once a day, and not without end', () => {
  expect(askAgainMs({ nextAt: null, dayEndsAt: '2027-03-01T00:00:00.000Z' }, now)).toBe(86_400_000)
})
