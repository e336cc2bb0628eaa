import { countryName } from '#web/ui/country-name.ts'
import { languageTag } from '#web/ui/language.ts'

/** Every code of ISO 3166-1 alpha-2 that the server accepts, put in by the build (vite.config.ts). */
declare const __COUNTRY_CODES__: string

/** All countries by name. */
export function countries(): { code: string; name: string }[] {
  return __COUNTRY_CODES__
    .split(' ')
    .map((code) => ({ code, name: countryName(code) }))
    .sort((one, other) => one.name.localeCompare(other.name, languageTag))
}
