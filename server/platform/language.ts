import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import { m, speak } from '#messages'
import { defaultLanguage, isLanguage, languageCookie, type Language } from '#contracts/languages.ts'

const spoken = new AsyncLocalStorage<Language>()

// Whatever asks for a text gets it in the language of the work it is part of.
speak(languageInUse)

/** The language of the request or mail that is being worked on; English where there is none. */
export function languageInUse(): Language {
  return spoken.getStore() ?? defaultLanguage
}

/** What an answer varies by that comes in the language of who asks, as a `Vary` header says it. */
export const languageHeaders = 'accept-language, cookie'

/** Does some work whose texts are in a language; in English where none is known. */
export function inLanguage<T>(language: Language | null | undefined, work: () => T): T {
  return spoken.run(language ?? defaultLanguage, work)
}

/** The language of who asks: as the switch was set in this browser, else the first of the browser's own that we speak. */
export function languageOf({ cookies, headers }: Pick<FastifyRequest, 'cookies' | 'headers'>): Language {
  const chosen = cookies[languageCookie]
  return isLanguage(chosen) ? chosen : languageAccepted(headers['accept-language'])
}

/** A text by a key that is put together as it runs; undefined where there is none. */
export function textNamed(key: string): string | undefined {
  return (m as unknown as Partial<Record<string, () => string>>)[key]?.()
}

/** The first language of an `Accept-Language` that we speak, by its order of preference: `de-AT` is German. */
export function languageAccepted(header: string | undefined): Language {
  const wished = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) }
    })
  const best = wished
    .filter(({ language, quality }) => isLanguage(language) && quality > 0)
    .toSorted((one, other) => other.quality - one.quality)[0]
  return (best?.language as Language | undefined) ?? defaultLanguage
}
