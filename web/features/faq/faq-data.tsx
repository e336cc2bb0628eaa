import { useMemo } from 'react'
import type { FaqTopic } from '#web/build/docs/faq.ts'
import { plainText } from '#rules/markdown.ts'

/** The questions for search engines (schema.org/FAQPage): data, which no browser runs. */
export function FaqData({ topics }: { topics: FaqTopic[] }) {
  // Once, and not with each letter of a search.
  const json = useMemo(() => jsonOf(topics), [topics])
  // oxlint-disable-next-line react/no-danger -- our own text, from content/faq
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}

function jsonOf(topics: FaqTopic[]): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: topics.flatMap(({ entries }) =>
      entries.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: plainText(answer) },
      })),
    ),
  }
  // Nothing in it ends the element: that needs a `<`.
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
}
