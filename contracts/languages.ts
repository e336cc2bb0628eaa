/**
 * The languages the product speaks, as their catalogues and builds are called, by their own names and in the order they
 * are offered.
 */
export const languageNames = { en: 'English', es: 'Español', de: 'Deutsch' } as const

export type Language = keyof typeof languageNames

export const languages = Object.keys(languageNames) as Language[]

/** What is spoken to who has named none of them. */
export const defaultLanguage: Language = 'en'

/** As `Intl` knows them: which English, where the catalogue has one of several. */
export const languageTags: Record<Language, string> = { en: 'en-GB', es: 'es', de: 'de' }

/** Which way each is written. */
export const languageDirections: Record<Language, 'ltr' | 'rtl'> = { en: 'ltr', es: 'ltr', de: 'ltr' }

/** What `<html>` says of the language of its page. */
export function htmlAttributes(language: Language): string {
  return `lang="${language}" dir="${languageDirections[language]}"`
}

/** The language chosen in a browser: set by the switch, read by the server for every page. */
export const languageCookie = 'crels_language'

/** How long a browser keeps it. */
export const languageCookieSeconds = 31_536_000

/** In the query of a page: the language that its reader chose where no script ran. The server keeps it in the cookie. */
export const languageParameter = 'language'

export function isLanguage(text: string | undefined): text is Language {
  return text !== undefined && Object.hasOwn(languageNames, text)
}

/** Where the built app has the files that each language has for itself; English has them at the root. */
export function languageDir(language: Language): string {
  return language === defaultLanguage ? '' : `languages/${language}/`
}
