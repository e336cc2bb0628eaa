import { isRightToLeft, languageTag as locale } from '#web/ui/language.ts'
import { timeNow } from './clock.ts'

/** For money: where English writes a dollar as `$` and not as `US$`. */
export const moneyLocale = locale === 'en-GB' ? 'en-US' : locale
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, signDisplay: 'negative' })
const dollars = new Intl.NumberFormat(moneyLocale, { style: 'currency', currency: 'USD' })
const wholeDollars = new Intl.NumberFormat(moneyLocale, {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})
const thousandths = new Intl.NumberFormat(locale, { maximumFractionDigits: 3, signDisplay: 'negative' })
const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
const rates = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
const wholePercent = new Intl.NumberFormat(locale, { style: 'percent' })

/** Before a sign, so that it stays on the left of its number where texts go from right to left. */
const mark = isRightToLeft ? '\u200e' : ''

/** A true minus sign where Intl writes a hyphen, so that it is as wide as the plus. */
const withMinus = (text: string) => text.replace(/^-|-(?=\d)/, `${mark}\u2212`)

/** A whole number: `12,400`; a true minus before negatives. */
export function formatNumber(value: number): string {
  return withMinus(whole.format(value))
}

/** Thousandths as a number with its decimals: `1.25`. */
export function formatMilli(amount: number): string {
  return withMinus(thousandths.format(amount / 1000))
}

/** Dollars from cents: `$1,111.23`. */
export function formatUsd(usdCents: number): string {
  return withMinus(dollars.format(usdCents / 100))
}

/** Dollars from cents where cents would promise too much, as in a forecast: `$29`. */
export function formatAboutUsd(usdCents: number): string {
  return withMinus((Math.abs(usdCents) < 1000 ? dollars : wholeDollars).format(usdCents / 100))
}

/** A percentage from basis points, which are its hundredths: `8%`, `0.5%`, `8.25%`. */
export function formatBps(bps: number): string {
  return withMinus(percent.format(bps / 10_000))
}

/** A share between 0 and 1 as a whole percentage: `71%`. */
export function formatShare(share: number): string {
  return withMinus(wholePercent.format(share))
}

/** A size as people say it: `340 KB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)}\u00a0KB`
  return `${decimals.format(bytes / 1_000_000)}\u00a0MB`
}

/** A number with its sign: `+84`, `−21`. */
export function formatSigned(value: number): string {
  return value > 0 ? `${mark}+${formatNumber(value)}` : formatNumber(value)
}

/** Longer than this, days would stay those of a zone that its person has left. */
const formatsMs = 60_000
let formats = new Map<string, Intl.DateTimeFormat>()
let formatsAt = 0

/** Made once for many dates: a statement of forty rows took longer to make them than for anything else. */
function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  if (Math.abs(Date.now() - formatsAt) > formatsMs) forgetZone()
  const key = JSON.stringify(options)
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(locale, options)))
  return format
}

/** In Node, where the zone is another one for each member. */
export function forgetZone(): void {
  formats = new Map()
  formatsAt = Date.now()
}

/** A day: `3 Dec`, with the year where it is not the current one. */
export function formatDate(time: string | Date, now = timeNow()): string {
  const date = new Date(time)
  const year = date.getFullYear() === now.getFullYear() ? undefined : ('numeric' as const)
  return dateFormat({ day: 'numeric', month: 'short', year }).format(date)
}

/** A day and the time on it: `3 Dec, 14:05`. */
export function formatDateTime(time: string | Date, now = timeNow()): string {
  const clock = dateFormat({ hour: '2-digit', minute: '2-digit' }).format(new Date(time))
  return `${formatDate(time, now)}, ${clock}`
}

/** How many days of the calendar lie ahead of a time: 0 is today. In days, not in hours: one has 23 or 25 of them. */
export function daysUntil(time: string | Date, now = timeNow()): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((midnight(new Date(time)) - midnight(now)) / 86_400_000)
}

/** A time soon, with the day in words: `today 15:44`, `tomorrow 15:44`, else `3 Dec, 15:44`. */
export function formatSoon(time: string | Date, now = timeNow()): string {
  const date = new Date(time)
  const days = daysUntil(date, now)
  if (days < 0 || days > 1) return formatDateTime(date, now)
  const clock = dateFormat({ hour: '2-digit', minute: '2-digit' }).format(date)
  return `${new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')} ${clock}`
}

/** A calendar date without a time zone, `YYYY-MM-DD`: `3 December 1990`. */
export function formatLongDate(date: string): string {
  return inUtc(date, { dateStyle: 'long' })
}

/**
 * How far away a time is, in its largest unit: `in 5 days`, `2 hours ago`, `now`. From a day on by the calendar: 47 hours
 * ahead are `tomorrow` or `in 2 days`, and 30 days are a month only where the day of the month has come again.
 */
export function formatRelative(time: string | Date, now = timeNow()): string {
  const date = new Date(time)
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000)
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const size = Math.abs(seconds)
  if (size < 60) return relative.format(0, 'second')
  if (size < 3_600) return relative.format(Math.trunc(seconds / 60), 'minute')
  const days = daysUntil(date, now)
  // A day of 25 hours has not ended after 24.
  if (size < 86_400 || days === 0) return relative.format(Math.trunc(seconds / 3_600), 'hour')
  const months = wholeMonths(date, now)
  if (months === 0) return relative.format(days, 'day')
  // In numbers: "next month" would be another one than that in which 31 January has 2 March.
  const counted = new Intl.RelativeTimeFormat(locale)
  return Math.abs(months) < 12
    ? counted.format(months, 'month')
    : counted.format(Math.trunc(months / 12), 'year')
}

/** How many months have passed whole until a time, as birthdays count; negative for one that has been. */
function wholeMonths(time: Date, now: Date): number {
  if (time < now) return -wholeMonths(now, time)
  const months = (time.getFullYear() - now.getFullYear()) * 12 + time.getMonth() - now.getMonth()
  return time.getDate() < now.getDate() ? months - 1 : months
}

/** A duration as people say it: `5 h 12 min`, `42 s`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds}\u00a0s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}\u00a0min`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)}\u00a0h${rest > 0 ? ` ${rest}\u00a0min` : ''}`
}

const inUtc = (date: string, options: Intl.DateTimeFormatOptions) =>
  dateFormat({ ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))

/** The weekday of a calendar date, `YYYY-MM-DD`: `Mon`. */
export function formatWeekday(date: string): string {
  return inUtc(date, { weekday: 'short' })
}

/** A calendar date without a year: `3 December`. */
export function formatDay(date: string): string {
  return inUtc(date, { day: 'numeric', month: 'long' })
}

/** A month, `YYYY-MM`: `December`, or with its year `December 2026`. */
export function formatMonth(month: string, withYear = false): string {
  return inUtc(`${month}-01`, { month: 'long', year: withYear ? 'numeric' : undefined })
}

/** What stands before decimals where people write them: a point, or a comma. */
export const decimalSign = decimals.format(0.5).charAt(1)

const wholeOrExact = new Intl.NumberFormat(moneyLocale, {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** Dollars from cents, without cents where there are none: `$100`, `$99.99`. */
export function formatWholeUsd(usdCents: number): string {
  return wholeOrExact.format(usdCents / 100)
}

/** A rate, which has up to six decimals: `10.5`. */
export function formatRate(rate: string): string {
  return rates.format(Number(rate))
}

/** A name that stands by itself, with a capital: some languages write months without one. */
export function capitalized(name: string): string {
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}
