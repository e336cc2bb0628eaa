import { m } from '#messages'
import type { FaqEntry, FaqTopic } from '#web/build/docs/faq.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Markdown } from '#web/ui/rare/markdown.tsx'
import classes from './faq-topic.module.css'

/** The questions of a topic; each opens with its answer under it. */
export function FaqTopicCard({ topic: { slug, title, lang, entries } }: { topic: FaqTopic }) {
  return (
    <section className={classes.topic} aria-labelledby={slug} lang={lang} dir={lang && 'ltr'}>
      <h2 id={slug}>{title}</h2>
      <Card pad={false}>
        {entries.map((entry) => (
          <Question key={entry.slug} {...entry} />
        ))}
      </Card>
    </section>
  )
}

/** `details` opens without a script, and where the browser searches the page for words in it. */
function Question({ slug, question, answer }: FaqEntry) {
  return (
    <details id={slug} className={classes.question}>
      <summary>
        <h3>{question}</h3>
      </summary>
      <div className={classes.answer}>
        <Markdown text={answer} isOurs />
        <div className={classes.copy}>
          <CopyButton text={addressOf(slug)} label={m.faq_copy()} look="plain" />
        </div>
      </div>
    </details>
  )
}

/** The address of an answer; a page has no origin while it is prerendered. */
function addressOf(slug: string): string {
  return typeof location === 'undefined' ? `#${slug}` : `${location.origin}${location.pathname}#${slug}`
}
