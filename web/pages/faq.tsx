import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { FaqText } from '../features/faq/faq-text.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { LinkedSentence } from '#web/ui/common/linked-sentence.tsx'
import { Page } from '../ui/page.tsx'
import { SearchField } from '../ui/rare/search-field.tsx'
import classes from './faq.module.css'

/** `/faq`: questions by topic. `/faq#slug` opens one. */
export default function FaqPage() {
  const [q, setQ] = useState('')
  const [count, setCount] = useState<number | null>(null)
  return (
    <Page title={m.pages_faq()} narrow>
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
        {q.trim() !== '' && count !== null && m.faq_count({ count })}
      </p>
      <FaqText q={q} onFound={setCount} />
      {q.trim() !== '' && count === 0 && (
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
