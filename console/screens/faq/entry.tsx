import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { languages } from '#contracts/languages.ts'
import { getFaqEntry } from '#contracts/operator-faq.endpoints.ts'
import type { OperatedFaqEntry } from '#contracts/operator-faq.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { Card } from '#console/ui/card.tsx'
import layout from '#console/ui/layout.module.css'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { languageWords } from '#console/ui/language-words.ts'
import { AnswerPreview } from './answer-preview.tsx'
import { initialAct, turnAct } from './entry-acts.tsx'
import { EntryVersions } from './entry-versions.tsx'

import styles from './faq.module.css'

/** One question: what visitors read in each language, and every version of it. */
export default function Entry() {
  const { slug } = useParams() as { slug: string }
  const entry = useQuery({
    queryKey: ['faq', slug],
    queryFn: async ({ signal }) => await call(getFaqEntry, { params: { slug }, signal }),
  })
  if (entry.isPending) return <LoadingState />
  if (entry.isError) return <FailureState error={entry.error} onRetry={() => void entry.refetch()} />
  return <Shown entry={entry.data} />
}

function Shown({ entry }: { entry: OperatedFaqEntry }) {
  const { slug, topic, texts, isShown, initial } = entry
  const may = useMay()
  return (
    <>
      <ScreenHead
        title={<bdi>{texts.en.question}</bdi>}
        summary={m.faq_entry_summary({
          state: isShown ? m.faq_state_shown() : m.faq_state_retired(),
          topic,
          slug,
        })}
      >
        {[false, true].map((to) => (
          <ActButton key={String(to)} act={turnAct(to)} row={entry} idOf={() => slug} nameOf={() => slug} />
        ))}
        {initial && (
          <ActButton
            act={initialAct(entry)}
            row={{ topic: initial.topic, texts: null, isShown }}
            idOf={() => slug}
            nameOf={() => slug}
          />
        )}
        {may('faq.edit') && (
          <Button variant="light" component={Link} to={`/${consoleRoutes.faq}/${slug}/edit`}>
            {m.faq_edit()}
          </Button>
        )}
      </ScreenHead>
      <div className={layout.parts}>
        {languages.map((language) => {
          const text = texts[language]
          return (
            <Card key={language} heading={languageWords[language]()}>
              {text ? (
                <AnswerPreview language={language} text={text} />
              ) : (
                <p className={styles.note}>{m.faq_language_missing()}</p>
              )}
            </Card>
          )
        })}
        <EntryVersions entry={entry} />
      </div>
    </>
  )
}
