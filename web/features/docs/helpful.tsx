import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { paths, withQuery, type DocPage } from '#contracts/paths.ts'
import { analytics } from '#web/platform/product-analytics/calls.ts'
import { LinkedSentence } from '#web/ui/common/linked-sentence.tsx'
import { Button } from '#web/ui/button.tsx'
import classes from './helpful.module.css'

/** Asks whether a page helped: the answer is an event of analytics, and a no leads to the form for what is missing. */
export function Helpful({ page }: { page: DocPage }) {
  const [answer, setAnswer] = useState<'yes' | 'no' | null>(null)
  function say(isHelpful: boolean): void {
    setAnswer(isHelpful ? 'yes' : 'no')
    analytics.track('doc_rated', { page, isHelpful })
  }
  return (
    <div className={classes.helpful}>
      {answer === null ? (
        <div role="group" aria-label={m.docs_helpful()} className={classes.question}>
          <span>{m.docs_helpful()}</span>
          <Button look="soft" size="s" onClick={() => say(true)}>
            {m.docs_helpful_yes()}
          </Button>
          <Button look="soft" size="s" onClick={() => say(false)}>
            {m.docs_helpful_no()}
          </Button>
        </div>
      ) : null}
      <p role="status">
        {answer === 'yes' && m.docs_helpful_thanks()}
        {answer === 'no' && (
          <LinkedSentence
            text={m.docs_helpful_sorry()}
            links={[
              (text) => (
                <Link to={withQuery(paths.help, { topic: 'other', ref: `docs/${page}` })}>{text}</Link>
              ),
            ]}
          />
        )}
      </p>
    </div>
  )
}
