import { m } from '#console-messages'
import type { Language } from '#contracts/languages.ts'

/** What each language of the product is called. */
export const languageWords: Record<Language, () => string> = {
  en: m.common_language_en,
  es: m.common_language_es,
  de: m.common_language_de,
}
