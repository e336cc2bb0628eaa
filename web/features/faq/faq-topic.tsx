import { m } from '#messages'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Markdown } from '#web/ui/rare/markdown.tsx'
import type { FaqEntry, FaqTopic } from './matching-topics.ts'
import classes from './faq-topic.module.css'

/** The questions of a topic; each opens with its answer under it. */
export function FaqTopicCard({ topic: { slug, title, entries } }: { topic: FaqTopic }) {
  return (
    <section className={classes.topic} aria-labelledby={slug}>
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

/** Where the page is prerendered, there is no origin yet: it is read when the button is pressed. */
function addressOf(slug: string): string {
  return typeof location === 'undefined' ? `#${slug}` : `${location.origin}${location.pathname}#${slug}`
}
