import type { Language } from '#contracts/languages.ts'

declare const __LANGUAGE__: Language
declare const __LANGUAGE_TAG__: string

/** The language of this build; English where there is none, as in a test of a module. */
export const language: Language = typeof __LANGUAGE__ === 'string' ? __LANGUAGE__ : 'en'

/** The same as `Intl` knows it. */
export const languageTag: string = typeof __LANGUAGE_TAG__ === 'string' ? __LANGUAGE_TAG__ : 'en-GB'
