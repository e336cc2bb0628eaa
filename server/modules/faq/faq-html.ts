import { m } from '#messages'
import { htmlAttributes, type Language } from '#contracts/languages.ts'
import type { FaqText, FaqTexts } from '#contracts/operator-faq.schemas.ts'
import { plainText } from '#rules/markdown.ts'
import { withKnownFacts } from '#rules/text-facts.ts'
import { markdownHtml } from '#server/platform/http/markdown-html.ts'
import { escapeHtml } from '#server/platform/http/plain-page.ts'
import { languageInUse } from '#server/platform/language.ts'
import type { FaqEntry, FaqTopic } from './faq-topics.ts'

/**
 * What `/faq` shows, in the language in use: the topics to go to, each question with its answer under it, and the same
 * for search engines (schema.org/FAQPage), as data that no browser runs.
 */
export function faqHtml(topics: FaqTopic[]): string {
  const language = languageInUse()
  const shown = topics
    .map((topic) => ({ ...topic, entries: topic.entries.filter(({ isShown }) => isShown) }))
    .filter(({ entries }) => entries.length > 0)
  const places = shown.map((topic) => `<a href="#${topic.slug}">${titleOf(topic, language)}</a>`)
  return [
    `<nav aria-label="${escapeHtml(m.faq_topics())}">${places.join('')}</nav>`,
    ...shown.map(
      (topic) =>
        `<section aria-labelledby="${topic.slug}"><h2 id="${topic.slug}">${titleOf(topic, language)}</h2><div>${topic.entries
          .map((entry) => entryHtml(entry, language))
          .join('')}</div></section>`,
    ),
    dataOf(
      shown.flatMap(({ entries }) => entries),
      language,
    ),
  ].join('')
}

/** Of an answer, as it is shown: its headings stand under the question. */
export function answerHtml(answer: string, language: Language): { html: string; unknown: string[] } {
  const { text, unknown } = withKnownFacts(answer, language)
  return { html: markdownHtml(text, { isUnderHeading: true }), unknown }
}

/** `details` opens without a script, and where the browser searches the page for words in it. */
function entryHtml({ slug, texts }: FaqEntry, language: Language): string {
  const [{ question, answer }, from] = textIn(texts, language)
  const spoken = from === language ? '' : ` ${htmlAttributes(from)}`
  return `<details id="${slug}"${spoken}><summary><h3>${escapeHtml(question)}</h3></summary><div><div>${
    answerHtml(answer, from).html
  }</div><button type="button" value="${slug}">${escapeHtml(m.faq_copy())}</button></div></details>`
}

function titleOf({ titles }: FaqTopic, language: Language): string {
  return escapeHtml(titles[language] ?? titles.en!)
}

function textIn(texts: FaqTexts, language: Language): [FaqText, Language] {
  const own = texts[language]
  return own ? [own, language] : [texts.en, 'en']
}

function dataOf(entries: FaqEntry[], language: Language): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: entries.map(({ texts }) => {
      const [{ question, answer }, from] = textIn(texts, language)
      return {
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: plainText(withKnownFacts(answer, from).text) },
      }
    }),
  }
  // Nothing in it ends the element: that needs a `<`.
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`
}
