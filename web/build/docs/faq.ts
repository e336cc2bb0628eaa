import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import type { Language } from '#contracts/languages.ts'
import { withFacts } from '#rules/text-facts.ts'

/** Questions about one thing. */
export interface FaqTopic {
  slug: string
  title: string
  /** The language it is in, where that is not the reader's: English. */
  lang?: string
  entries: FaqEntry[]
}

export interface FaqEntry {
  /** Its place on the page, `/faq#slug`; it stays when the question is worded anew. */
  slug: string
  question: string
  /** Markdown; links to pages of ours begin with a slash. */
  answer: string
}

const contentDir = new URL('../../../content/', import.meta.url)
const faqModule = 'virtual:faq'

/** The questions of `content/faq` as a module, with the numbers of `rules/text-facts.ts` in them. */
export function faq(language: Language): Plugin {
  return {
    name: 'crels:faq',
    resolveId: (id) => (id === faqModule ? `\0${faqModule}` : undefined),
    load: (id) =>
      id === `\0${faqModule}` ? `export default ${JSON.stringify(readFaq(language))}` : undefined,
  }
}

/** Every topic in a language, in the order of the files' names; in English where it is not translated. Throws for a file that is not written as README.md of the folder says. */
export function readFaq(language: Language): FaqTopic[] {
  const files = readdirSync(new URL('faq/', contentDir)).filter((name) => /^\d+-.*\.md$/.test(name))
  return files.sort().map((name) => {
    const translated = new URL(`${language}/faq/${name}`, contentDir)
    const isThere = language === 'en' || existsSync(translated)
    const file = language !== 'en' && isThere ? translated : new URL(`faq/${name}`, contentDir)
    const topic = parseTopic(name, readFileSync(file, 'utf8'), language)
    return isThere ? topic : { ...topic, lang: 'en' }
  })
}

function parseTopic(name: string, text: string, language: Language): FaqTopic {
  const [head = '', ...parts] = text.split(/^## /m)
  const title = /^# (.+)\n/.exec(head)?.[1]
  if (!title || parts.length === 0) throw new Error(`content/faq/${name} has no title or no question`)
  const entries = parts.map((part) => {
    const [, question, slug, answer] = /^(.+?) \{#([a-z0-9-]+)\}\n+([\s\S]+)$/.exec(part) ?? []
    if (!question || !slug || !answer)
      throw new Error(`content/faq/${name}: “${part.slice(0, 40)}” is not “Question? {#slug}” and an answer`)
    return { slug, question, answer: withFacts(answer.trim(), language) }
  })
  return { slug: name.replace(/^\d+-|\.md$/g, ''), title, entries }
}
