import type { Language } from '#contracts/languages.ts'

declare const __LANGUAGE__: Language
declare const __LANGUAGE_TAG__: string
declare const __LANGUAGE_DIRECTION__: string

/** The language of this build; English where there is none, as in a test of a module. */
export const language: Language = typeof __LANGUAGE__ === 'string' ? __LANGUAGE__ : 'en'

/** The same as `Intl` knows it. */
export const languageTag: string = typeof __LANGUAGE_TAG__ === 'string' ? __LANGUAGE_TAG__ : 'en-GB'

/** Whether it is written from right to left. */
export const isRightToLeft: boolean =
  typeof __LANGUAGE_DIRECTION__ === 'string' && __LANGUAGE_DIRECTION__ === 'rtl'
