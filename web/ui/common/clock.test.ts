import { afterEach, expect, test, vi } from 'vitest'
import { followClock, onClock, timeNow } from './clock.ts'

afterEach(() => {
  vi.useRealTimers()
  followClock(new Date().toUTCString())
})

test.each([86_400_000, -86_400_000])(
  'a clock that is %i ms off is put right by the next answer, and announced once',
  (off) => {
    vi.useFakeTimers({ now: Date.parse('2026-11-23T12:00:00Z') + off })
    const listener = vi.fn<() => void>()
    const stop = onClock(listener)
    followClock('Mon, 23 Nov 2026 12:00:00 GMT')
    followClock('Mon, 23 Nov 2026 12:00:40 GMT')
    expect(timeNow().toISOString()).toBe('2026-11-23T12:00:00.000Z')
    expect(listener).toHaveBeenCalledTimes(1)
    // Its owner sets it.
    vi.setSystemTime('2026-11-23T12:01:00Z')
    followClock('Mon, 23 Nov 2026 12:01:00 GMT')
    expect(timeNow().toISOString()).toBe('2026-11-23T12:01:00.000Z')
    expect(listener).toHaveBeenCalledTimes(2)
    stop()
  },
)

test('a clock that is nearly right, and an answer without a time, change nothing', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T12:04:00Z') })
  followClock('Mon, 23 Nov 2026 12:00:00 GMT')
  followClock(null)
  followClock('yesterday')
  expect(timeNow().toISOString()).toBe('2026-11-23T12:04:00.000Z')
})
