import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SiteBanner } from '#contracts/site-banner.ts'
import { atBannerDates, isBannerShown, putBannerAway } from './site-banner.ts'

const banner: SiteBanner = {
  id: 7,
  text: 'The shop rests.',
  path: null,
  startsAt: '2030-05-01T08:00:00.000Z',
  endsAt: '2030-05-01T10:00:00.000Z',
}

beforeEach(() => vi.useFakeTimers({ now: new Date('2030-05-01T07:00:00Z') }))
afterEach(() => vi.useRealTimers())

test.each([
  ['07:59:59.999', false],
  ['08:00:00.000', true],
  ['09:59:59.999', true],
  ['10:00:00.000', false],
])('at %s it is shown: %s', (time, isShown) => {
  vi.setSystemTime(new Date(`2030-05-01T${time}Z`))
  expect(isBannerShown(banner)).toBe(isShown)
})

test('one without an end goes on', () => {
  vi.setSystemTime(new Date('2090-01-01T00:00:00Z'))
  expect(isBannerShown({ ...banner, endsAt: null })).toBe(true)
})

test('a page that stands open looks when it begins and when it ends, and not after it was left', () => {
  const looks: boolean[] = []
  const stop = atBannerDates(banner, () => looks.push(isBannerShown(banner)))
  vi.advanceTimersByTime(3_600_000)
  vi.advanceTimersByTime(7_200_000)
  expect(looks).toEqual([true, false])
  stop()
  const other = atBannerDates({ ...banner, startsAt: '2030-06-01T00:00:00Z', endsAt: null }, () =>
    looks.push(true),
  )
  other()
  vi.advanceTimersByTime(40 * 86_400_000)
  expect(looks).toHaveLength(2)
})

test('one that is put away stays away, and another one is shown', () => {
  vi.setSystemTime(new Date('2030-05-01T09:00:00Z'))
  putBannerAway(banner)
  expect(isBannerShown(banner)).toBe(false)
  expect(isBannerShown({ ...banner, id: 8 })).toBe(true)
})
