import { languages, languageTags, type Language } from '#contracts/languages.ts'
import { languageInUse } from './language.ts'

const kinds = {
  time: { dateStyle: 'long', timeStyle: 'short' },
  date: { dateStyle: 'long' },
  month: { month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formats = Object.fromEntries(
  languages.map((language) => {
    const made = Object.entries(kinds).map(
      ([kind, options]) =>
        [kind, new Intl.DateTimeFormat(languageTags[language], { ...options, timeZone: 'UTC' })] as const,
    )
    return [language, Object.fromEntries(made)] as const
  }),
) as Record<Language, Record<keyof typeof kinds, Intl.DateTimeFormat>>

/** A time in UTC, since a mail does not know where it is read: `22 November 2026 at 22:15`. */
export function timeText(at: Date | number): string {
  return formats[languageInUse()].time.format(at)
}

/** The date of a time in UTC: `22 November 2026`. */
export function dateText(at: Date): string {
  return formats[languageInUse()].date.format(at)
}

/** A month `YYYY-MM`: `November 2026`. */
export function monthText(month: string): string {
  return formats[languageInUse()].month.format(new Date(`${month}-01`))
}
