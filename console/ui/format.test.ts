import { afterEach, expect, test } from 'vitest'
import { formatDate, formatDay } from './format.ts'

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone
})

test.each(['America/Los_Angeles', 'UTC', 'Pacific/Auckland'])(
  'a day of the calendar is that day in %s',
  (tz) => {
    process.env.TZ = tz
    expect(formatDay('2026-11-26')).toBe('26 Nov 2026')
  },
)

test('a moment is on the day that it is where the operator is', () => {
  process.env.TZ = 'America/Los_Angeles'
  expect(formatDate('2026-11-26T03:00:00Z')).toBe('25 Nov 2026')
})
