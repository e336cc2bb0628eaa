import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import topics from 'virtual:faq'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { FaqData } from '../features/faq/faq-data.tsx'
import { FaqTopicCard } from '../features/faq/faq-topic.tsx'
import { matchingTopics } from '../features/faq/matching-topics.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { LinkedSentence } from '#web/ui/common/linked-sentence.tsx'
import { Page } from '../ui/page.tsx'
import { Chip, Chips } from '../ui/rare/chips.tsx'
import { SearchField } from '../ui/rare/search-field.tsx'
import classes from './faq.module.css'

/** `/faq`: questions by topic. `/faq#slug` opens one. */
export default function FaqPage() {
  const { hash } = useLocation()
  const [q, setQ] = useState('')
  const found = matchingTopics(topics, q)
  const count = found.reduce((sum, { entries }) => sum + entries.length, 0)
  useEffect(() => {
    const target = document.getElementById(hash.slice(1))
    if (!(target instanceof HTMLDetailsElement)) return
    target.open = true
    target.scrollIntoView({ block: 'start' })
    target.querySelector('summary')?.focus({ preventScroll: true })
  }, [hash])

  return (
    <Page title={m.pages_faq()} narrow>
      <FaqData topics={topics} />
      <p className={classes.lead}>
        <LinkedSentence text={m.faq_lead()} links={[(text) => <Link to={paths.docs}>{text}</Link>]} />
      </p>
      <div className={classes.search}>
        <SearchField
          label={m.faq_search()}
          clearLabel={m.faq_search_clear()}
          placeholder={m.faq_search()}
          value={q}
          onChange={setQ}
        />
      </div>
      <p className="visually-hidden" role="status">
        {q.trim() !== '' && m.faq_count({ count })}
      </p>
      {q.trim() === '' && (
        <Chips label={m.faq_topics()}>
          {topics.map(({ slug, title }) => (
            <Chip key={slug} to={`#${slug}`}>
              {title}
            </Chip>
          ))}
        </Chips>
      )}
      <div className={classes.topics}>
        {found.map((topic) => (
          <FaqTopicCard key={topic.slug} topic={topic} />
        ))}
      </div>
      {count === 0 && (
        <Card>
          <h2>{m.faq_none({ q: q.trim() })}</h2>
          <p className={classes.none}>
            <LinkedSentence
              text={m.faq_none_hint()}
              links={[(text) => <Link to={paths.help}>{text}</Link>]}
            />
          </p>
        </Card>
      )}
      <Card className={classes.ask}>
        <div>
          <h2>{m.faq_still()}</h2>
          <p>{m.faq_still_hint()}</p>
        </div>
        <ButtonLink look="soft" to={paths.help}>
          {m.faq_ask()}
        </ButtonLink>
      </Card>
    </Page>
  )
}
