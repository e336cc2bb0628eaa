import { languageTag } from '#web/ui/language.ts'
const names = new Intl.DisplayNames(languageTag, { type: 'region', fallback: 'code' })

/** A country's name from its ISO 3166-1 alpha-2 code; the code itself where it is none. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code
}
