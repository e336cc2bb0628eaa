import { minorDigits } from '#rules/currency.ts'

const locale = 'en-GB'
// American where English of other places writes a dollar as `US$`.
const moneyLocale = 'en-US'
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const dollars = new Intl.NumberFormat(moneyLocale, { style: 'currency', currency: 'USD' })
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })

const withMinus = (text: string) => text.replace(/^-|-(?=\d)/, '\u2212')

/** A whole number: `12,400`; a true minus before negatives. */
export function formatNumber(value: number): string {
  return withMinus(whole.format(value))
}

/** Dollars from cents: `$1,111.23`; a dash for what cannot be counted. */
export function formatUsd(usdCents: number | null): string {
  return usdCents === null ? '–' : withMinus(dollars.format(usdCents / 100))
}

/** What was paid in any currency, from its minor units: `$49.90`, `€49.90`, `¥4,990`. */
export function formatAmount({ currency, minor }: { currency: string; minor: number }): string {
  const digits = minorDigits(currency)
  const style = {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  } as const
  return new Intl.NumberFormat(moneyLocale, style).format(minor / 10 ** digits)
}

/** A share between 0 and 1: `71%`, `0.5%`. */
export function formatShare(share: number): string {
  return withMinus(percent.format(share))
}

/** A day and the time on it, in the operator's zone: `3 Dec 2026, 14:05`. */
export function formatDateTime(time: string | Date): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time))
}

/** A day: `3 Dec 2026`. */
export function formatDate(time: string | Date): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(time))
}

/** A day of the calendar, `2026-12-03`, which is the same in every zone: `3 Dec 2026`. */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))
}

/** The month of a day of the calendar: `Dec 2026`. */
export function formatMonth(day: string): string {
  return new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(day),
  )
}

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const

/** How old something is, in its two largest units: `2 d 4 h`, `20 h`, `6 min`, `now`. */
export function formatAge(time: string | Date, now = new Date()): string {
  return formatDuration(now.getTime() - new Date(time).getTime())
}

/** A duration in its two largest units. */
export function formatDuration(ms: number): string {
  let seconds = Math.max(0, Math.floor(ms / 1000))
  const parts: string[] = []
  for (const [unit, size] of units) {
    const count = Math.floor(seconds / size)
    if (count > 0 && parts.length < 2) parts.push(`${formatNumber(count)}\u00a0${unit}`)
    else if (parts.length > 0) break
    seconds -= count * size
  }
  return parts.length > 0 ? parts.join(' ') : `${seconds}\u00a0s`
}

/** Crels with their unit: `1,204 crels`. */
export function formatCrels(crels: number): string {
  return `${formatNumber(crels)} crels`
}
