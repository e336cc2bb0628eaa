import { describe, expect, it } from 'vitest'
import {
  daysUntil,
  formatAboutUsd,
  formatLongDate,
  formatBps,
  formatDate,
  formatDateTime,
  formatDuration,
  formatNumber,
  formatRelative,
  formatShare,
  formatMilli,
  formatSigned,
  formatSoon,
  formatUsd,
  forgetZone,
} from './format.ts'

describe('format', () => {
  const now = new Date(2026, 10, 21, 12, 0)

  it('separates thousands by commas', () => {
    expect(formatNumber(1204)).toBe('1,204')
    expect(formatNumber(1_000_000)).toBe('1,000,000')
    expect(formatNumber(0)).toBe('0')
    expect(formatNumber(-0)).toBe('0')
    expect(formatNumber(-21)).toBe('\u221221')
    expect(formatSigned(84)).toBe('+84')
    expect(formatSigned(-1204)).toBe('\u22121,204')
    expect(formatSigned(0)).toBe('0')
    expect([1250, 345, 2000, 1_204_500, 0].map(formatMilli)).toEqual(['1.25', '0.345', '2', '1,204.5', '0'])
  })

  it('writes dollars from cents, exactly', () => {
    expect(formatUsd(11123)).toBe('$111.23')
    expect(formatUsd(100_000_05)).toBe('$100,000.05')
    expect(formatUsd(-5)).toBe('\u2212$0.05')
  })

  it('writes percentages', () => {
    expect(formatBps(800)).toBe('8%')
    expect(formatBps(50)).toBe('0.5%')
    expect(formatShare(0.714)).toBe('71%')
  })

  it('leaves the year out while it is this one', () => {
    expect(formatDate(new Date(2026, 11, 3), now)).toBe('3 Dec')
    expect(formatDate(new Date(2027, 0, 2), now)).toBe('2 Jan 2027')
    expect(formatDateTime(new Date(2026, 11, 3, 14, 5), now)).toBe('3 Dec, 14:05')
    expect(formatLongDate('1990-12-03')).toBe('3 December 1990')
  })

  it('names today and tomorrow, and writes a forecast without cents', () => {
    expect(formatSoon(new Date(2026, 10, 21, 18, 5), now)).toBe('today 18:05')
    expect(formatSoon(new Date(2026, 10, 22, 0, 0), now)).toBe('tomorrow 00:00')
    expect(formatSoon(new Date(2026, 10, 23, 9, 30), now)).toBe('23 Nov, 09:30')
    expect(formatSoon(new Date(2027, 0, 1, 9, 30), new Date(2026, 11, 31, 23, 59))).toBe('tomorrow 09:30')
    expect(formatAboutUsd(28_77)).toBe('$29')
    expect(formatAboutUsd(1_000_00)).toBe('$1,000')
    expect(formatAboutUsd(4_20)).toBe('$4.20')
  })

  it('says how far away a time is in its largest unit', () => {
    expect(formatRelative(new Date(now.getTime() + 5 * 86_400_000), now)).toBe('in 5 days')
    expect(formatRelative(new Date(now.getTime() - 2 * 3_600_000), now)).toBe('2 hours ago')
    expect(formatRelative(new Date(now.getTime() + 20_000), now)).toBe('now')
    expect(formatRelative(new Date(now.getTime() + 23.5 * 3_600_000), now)).toBe('in 23 hours')
  })

  it('counts days and months of the calendar, not hours', () => {
    const late = new Date(2026, 10, 21, 23, 0)
    expect(formatRelative(new Date(2026, 10, 22, 23, 30), late)).toBe('tomorrow')
    expect(formatRelative(new Date(2026, 10, 23, 22, 0), late)).toBe('in 2 days')
    expect(formatRelative(new Date(2026, 10, 20, 1, 0), late)).toBe('yesterday')
    expect(formatRelative(new Date(2026, 10, 19, 23, 30), late)).toBe('2 days ago')
    expect(formatRelative(new Date(2026, 11, 20, 23, 0), late)).toBe('in 29 days')
    expect(formatRelative(new Date(2026, 0, 31, 12), new Date(2026, 0, 1, 12))).toBe('in 30 days')
    expect(formatRelative(new Date(2026, 2, 2, 12), new Date(2026, 0, 31, 12))).toBe('in 1 month')
    expect(formatRelative(new Date(2026, 8, 21, 12), now)).toBe('2 months ago')
    expect(formatRelative(new Date(2028, 0, 3), new Date(2026, 11, 3))).toBe('in 1 year')
    expect([29, 28, 30].map((day) => daysUntil(new Date(2026, 2, day), new Date(2026, 2, 29, 12)))).toEqual([
      0, -1, 1,
    ])
    expect(daysUntil(new Date(2026, 9, 25), new Date(2026, 9, 26))).toBe(-1)
  })

  it('says a duration as people do', () => {
    expect(formatDuration(5 * 3_600_000 + 12 * 60_000)).toBe('5\u00a0h 12\u00a0min')
    expect(formatDuration(3_600_000)).toBe('1\u00a0h')
    expect(formatDuration(42_000)).toBe('42\u00a0s')
    expect(formatDuration(-1)).toBe('0\u00a0s')
  })

  it('writes the days of another zone when it is told so', () => {
    const zone = process.env['TZ']
    try {
      const written = ['America/New_York', 'Asia/Tokyo'].map((timeZone) => {
        process.env['TZ'] = timeZone
        forgetZone()
        return formatDateTime('2026-11-21T22:30:00Z', now)
      })
      expect(written).toEqual(['21 Nov, 17:30', '22 Nov, 07:30'])
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
      forgetZone()
    }
  })
})
