import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { getOperatedFaq } from '#contracts/operator-faq.endpoints.ts'
import type { ListedFaqEntry, OperatedFaq } from '#contracts/operator-faq.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { formatNumber } from '#console/ui/format.ts'
import layout from '#console/ui/layout.module.css'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { TopicCard } from './topic-card.tsx'
import styles from './faq.module.css'

/** The questions of `/faq` by topic, as visitors have them, with those that are retired. */
export default function Faq() {
  const faq = useQuery({
    queryKey: ['faq'],
    queryFn: async ({ signal }) => await call(getOperatedFaq, { signal }),
  })
  if (faq.isPending) return <LoadingState />
  if (faq.isError) return <FailureState error={faq.error} onRetry={() => void faq.refetch()} />
  return <Shown faq={faq.data} />
}

function Shown({ faq: { topics } }: { faq: OperatedFaq }) {
  const may = useMay()
  const [q, setQ] = useState('')
  const wanted = q.trim().toLowerCase()
  const isFound = ({ question, slug }: ListedFaqEntry) => `${question} ${slug}`.toLowerCase().includes(wanted)
  const found = topics
    .map((topic) => ({ topic, found: topic.entries.filter(isFound) }))
    .filter((one) => one.found.length > 0)
  return (
    <>
      <ScreenHead title={m.shell_faq()} summary={summaryOf(topics.flatMap(({ entries }) => entries))}>
        {may('faq.edit') && (
          <Button variant="light" component={Link} to={`/${consoleRoutes.newFaqEntry}`}>
            {m.faq_new()}
          </Button>
        )}
      </ScreenHead>
      <TextInput
        className={styles.find}
        aria-label={m.faq_find()}
        placeholder={m.faq_find()}
        maxLength={100}
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      <p role="status" className={styles.note}>
        {found.length === 0 && m.faq_found_none()}
      </p>
      <div className={layout.parts}>
        {found.map((one) => (
          <TopicCard key={one.topic.slug} {...one} />
        ))}
      </div>
    </>
  )
}

function summaryOf(entries: readonly ListedFaqEntry[]): string {
  const count = (is: (entry: ListedFaqEntry) => boolean) => formatNumber(entries.filter(is).length)
  return m.faq_summary({
    shown: count(({ isShown }) => isShown),
    edited: count(({ origin }) => origin !== 'default'),
    retired: count(({ isShown }) => !isShown),
  })
}
