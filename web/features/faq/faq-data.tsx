import type { FaqTopic } from '#web/build/docs/faq.ts'
import { plainText } from '#web/ui/rare/markdown-blocks.ts'

/** The questions for search engines (schema.org/FAQPage): data, which no browser runs. */
export function FaqData({ topics }: { topics: FaqTopic[] }) {
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
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  // oxlint-disable-next-line react/no-danger -- our own text, from content/faq
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
