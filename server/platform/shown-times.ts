import { languageTags } from '#contracts/languages.ts'
import { languageInUse } from './language.ts'
import { siteZone } from './site-zone.ts'

const kinds = {
  time: { dateStyle: 'long', timeStyle: 'short' },
  date: { dateStyle: 'long' },
  month: { month: 'long', year: 'numeric' },
  minute: { dateStyle: 'short', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** Making a format takes a hundred times as long as using it. Members have any zone, so that there is a most. */
const formatsMax = 500
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(kind: keyof typeof kinds, tag: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${kind} ${tag} ${timeZone}`
  const known = formats.get(key)
  if (known) return known
  if (formats.size >= formatsMax) formats.clear()
  const format = new Intl.DateTimeFormat(tag, { ...kinds[kind], timeZone })
  formats.set(key, format)
  return format
}

/** A time, in UTC where a mail does not know where it is read: `22 November 2026 at 22:15`. */
export function timeText(at: Date | number, zone = 'UTC'): string {
  return formatOf('time', languageTags[languageInUse()], zone).format(at)
}

/** A time in what a member reads, in the zone of their profile: `22 November 2026 at 23:15`; UTC, and named, where it has none. */
export function memberTimeText(at: string, zone: string | null): string {
  const time = new Date(at)
  return zone === null ? `${timeText(time)} (UTC)` : timeText(time, zone)
}

/** A time in a mail to operators, in the site's zone: `22 November 2026 at 23:15 (Europe/Berlin)`. */
export function operatorTimeText(at: Date): string {
  return `${timeText(at, siteZone())} (${siteZone()})`
}

/** The same where a refusal names it, in every language: `2026-11-22 23:15 Europe/Berlin`. */
export function operatorMinute(at: Date): string {
  return `${formatOf('minute', 'sv-SE', siteZone()).format(at)} ${siteZone()}`
}

/** The date of a time in UTC: `22 November 2026`. */
export function dateText(at: Date): string {
  return formatOf('date', languageTags[languageInUse()], 'UTC').format(at)
}

/** Hours in words: `24 hours`, `2 days`; whole days from two on. */
export function hoursText(hours: number): string {
  const [unit, amount] =
    hours >= 48 && hours % 24 === 0 ? (['day', hours / 24] as const) : (['hour', hours] as const)
  const shown = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(languageTags[languageInUse()], shown).format(amount)
}

/** A month `YYYY-MM`: `November 2026`. */
export function monthText(month: string): string {
  return formatOf('month', languageTags[languageInUse()], 'UTC').format(new Date(`${month}-01`))
}
