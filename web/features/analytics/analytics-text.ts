import { m } from '#messages'
import type { BreakdownKey } from '#contracts/analytics.constants.ts'
import type { BreakdownItem, Timeseries } from '#contracts/analytics.schemas.ts'
import type { Range } from '#rules/analytics-period.ts'
import { countryName } from '#web/ui/country-name.ts'
import { formatMonth } from '#web/ui/common/format.ts'
import { referrerName } from './referrers.ts'
import { languageTag } from '#web/ui/language.ts'

/** What each period is called. */
export const rangeText: Record<Range | 'custom', () => string> = {
  today: m.analytics_range_today,
  '7d': m.analytics_range_7d,
  '30d': m.analytics_range_30d,
  '90d': m.analytics_range_90d,
  month: m.analytics_range_month,
  'last-month': m.analytics_range_last_month,
  '12m': m.analytics_range_12m,
  custom: m.analytics_range_custom,
}

/** What each list is called. */
export const byText: Record<BreakdownKey, () => string> = {
  link: m.analytics_by_link,
  campaign: m.analytics_by_campaign,
  country: m.analytics_by_country,
  device: m.analytics_by_device,
  referrer: m.analytics_by_referrer,
  sub: m.analytics_by_sub,
}

const devices: Record<string, () => string> = {
  phone: m.analytics_device_phone,
  tablet: m.analytics_device_tablet,
  desktop: m.analytics_device_desktop,
  other: m.analytics_device_other,
}

const unknown: Record<BreakdownKey, () => string> = {
  link: m.analytics_others,
  campaign: m.analytics_no_campaign,
  country: m.analytics_no_country,
  device: m.analytics_no_device,
  referrer: m.analytics_no_referrer,
  sub: m.analytics_no_sub,
}

/** What a row of a list is called. */
export function rowText(
  by: BreakdownKey,
  { key, title, code }: Pick<BreakdownItem, 'key' | 'title' | 'code'>,
) {
  if (key === null) return unknown[by]()
  if (by === 'country') return countryName(key)
  if (by === 'device') return devices[key]?.() ?? key
  if (by === 'referrer') return referrerName(key)
  return title ?? code ?? key
}

/** A calendar date without its year: `3 Dec`. */
export function shortDay(date: string): string {
  return new Intl.DateTimeFormat(languageTag, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(date),
  )
}

/** A time of day in a zone: `14:05`. */
export function timeOfDay(at: string, zone: string): string {
  return new Intl.DateTimeFormat(languageTag, { hour: '2-digit', minute: '2-digit', timeZone: zone }).format(
    new Date(at),
  )
}

/** What the parts of a series are called; hours of one day go without their date. */
export function partText({ items, interval, timeZone }: Timeseries): string[] {
  const isOneDay = items[0]?.date === items.at(-1)?.date
  return items.map(({ date, startsAt }) => {
    if (interval === 'hour') return `${isOneDay ? '' : `${shortDay(date)}, `}${timeOfDay(startsAt, timeZone)}`
    if (interval === 'week') return m.analytics_week({ date: shortDay(date) })
    return interval === 'month' ? formatMonth(date.slice(0, 7), true) : shortDay(date)
  })
}

/** The first and the last date; of one day, that. */
export function datesText({ from, to }: { from: string; to: string }): string {
  return from === to ? shortDay(from) : `${shortDay(from)} \u2013 ${shortDay(to)}`
}
