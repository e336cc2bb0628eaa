import type { Language } from '#contracts/languages.ts'
import type { Db } from '#server/platform/database.ts'
import { languageInUse } from '#server/platform/language.ts'
import type { Listener } from '#server/platform/listener.ts'
import { faqHtml } from './faq-html.ts'
import { faqTopics } from './faq-topics.ts'

/** What the page shows, as it was once written in each language. */
export interface FaqPage {
  html(): Promise<string>
}

/** Keeps it until an operator changes an entry, by whichever process. */
export function openFaqPage({ db, listener }: { db: Db; listener: Pick<Listener, 'on'> }): FaqPage {
  let kept = new Map<Language, Promise<string>>()
  const forget = () => void (kept = new Map())
  listener.on('site', forget, forget)
  return {
    html: async () => {
      const language = languageInUse()
      // What is read while something is changed goes where no one looks any more.
      const into = kept
      const found = into.get(language)
      if (found) return await found
      const made = faqTopics(db).then(faqHtml)
      into.set(language, made)
      // What failed is read again.
      made.catch(() => into.delete(language))
      return await made
    },
  }
}
