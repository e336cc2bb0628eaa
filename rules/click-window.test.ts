import { expect, test } from 'vitest'
import { clickWindow } from './click-window.ts'

test('a click is in the days of the cookie before the conversion', () => {
  const occurredAt = new Date('2026-03-31T12:00:00.123Z')
  expect(clickWindow(occurredAt, 30)).toEqual({
    after: new Date('2026-03-01T12:00:00.123Z'),
    until: occurredAt,
  })
})
