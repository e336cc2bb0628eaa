import { expect, test } from 'vitest'
import { nextCronTime } from './cron.ts'

const next = (cron: string, after: string) => {
  const at = nextCronTime(cron, Date.parse(after))
  return at === undefined ? undefined : new Date(at).toISOString()
}

test.each([
  ['* * * * *', '2026-11-27T10:00:30.000Z', '2026-11-27T10:01:00.000Z'],
  // A moment that is due is over: the next one counts.
  ['* * * * *', '2026-11-27T10:00:00.000Z', '2026-11-27T10:01:00.000Z'],
  ['*/5 * * * *', '2026-11-27T10:56:00.000Z', '2026-11-27T11:00:00.000Z'],
  ['26 5 * * *', '2026-11-27T05:26:00.000Z', '2026-11-28T05:26:00.000Z'],
  ['26 5 * * *', '2026-12-31T05:27:00.000Z', '2027-01-01T05:26:00.000Z'],
  ['0 0 1 * *', '2026-11-27T10:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ['0 9 * * 1-5', '2026-11-27T10:00:00.000Z', '2026-11-30T09:00:00.000Z'],
  ['0 9 * * 0,6', '2026-11-27T10:00:00.000Z', '2026-11-28T09:00:00.000Z'],
  ['0 0 13 * 5', '2026-11-27T00:00:00.000Z', '2026-12-04T00:00:00.000Z'],
  ['10-50/20 3 * * *', '2026-11-27T03:10:00.000Z', '2026-11-27T03:30:00.000Z'],
  ['0 0 29 2 *', '2026-11-27T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
])('%s after %s is due at %s', (cron, after, due) => {
  expect(next(cron, after)).toBe(due)
})

test('what never comes has no next time', () => {
  expect(next('0 0 31 2 *', '2026-11-27T00:00:00.000Z')).toBeUndefined()
})

test.each([
  '',
  '* * * *',
  '60 * * * *',
  '* 24 * * *',
  'a * * * *',
  '*/0 * * * *',
  '5-1 * * * *',
  '* * 0 * *',
])('%j is no expression', (cron) => {
  expect(() => nextCronTime(cron, 0)).toThrow(RangeError)
})
