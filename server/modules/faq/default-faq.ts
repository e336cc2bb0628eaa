import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { languages, type Language } from '#contracts/languages.ts'
import type { FaqText, FaqTexts } from '#contracts/operator-faq.schemas.ts'

/** Questions about one thing, as they come with Crels. */
export interface DefaultTopic {
  slug: string
  titles: Partial<Record<Language, string>>
  entries: { slug: string; texts: FaqTexts }[]
}

let read: DefaultTopic[] | undefined

/**
 * The topics of `content/faq` in the order of the files' names. Throws for a file that is not written as its README
 * says.
 */
export function defaultTopics(): DefaultTopic[] {
  return (read ??= readTopics())
}

const contentDir = new URL('../../../content/', import.meta.url)

function readTopics(): DefaultTopic[] {
  const names = readdirSync(new URL('faq/', contentDir)).filter((name) => /^\d+-.*\.md$/.test(name))
  return names.sort().map((name) => {
    const files = languages
      .map((language) => [language, fileOf(name, language)] as const)
      .filter(([, file]) => existsSync(file))
      .map(([language, file]) => [language, parseTopic(name, readFileSync(file, 'utf8'))] as const)
    const [, { entries }] = files.find(([language]) => language === 'en')!
    return {
      slug: name.replace(/^\d+-|\.md$/g, ''),
      titles: Object.fromEntries(files.map(([language, { title }]) => [language, title])),
      entries: [...entries.keys()].map((slug) => ({
        slug,
        texts: Object.fromEntries(
          files.flatMap(([language, topic]) =>
            topic.entries.has(slug) ? [[language, topic.entries.get(slug)!]] : [],
          ),
        ) as FaqTexts,
      })),
    }
  })
}

function fileOf(name: string, language: Language): URL {
  return new URL(language === 'en' ? `faq/${name}` : `${language}/faq/${name}`, contentDir)
}

function parseTopic(name: string, text: string): { title: string; entries: Map<string, FaqText> } {
  const [head = '', ...parts] = text.split(/^## /m)
  const title = /^# (.+)\n/.exec(head)?.[1]
  if (!title || parts.length === 0) throw new Error(`content/faq/${name} has no title or no question`)
  const entries = parts.map((part): [string, FaqText] => {
    const [, question, slug, answer] = /^(.+?) \{#([a-z0-9-]+)\}\n+([\s\S]+)$/.exec(part) ?? []
    if (!question || !slug || !answer)
      throw new Error(`content/faq/${name}: “${part.slice(0, 40)}” is not “Question? {#slug}” and an answer`)
    return [slug, { question, answer: answer.trim() }]
  })
  return { title, entries: new Map(entries) }
}
