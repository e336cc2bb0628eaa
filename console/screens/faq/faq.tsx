import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { getOperatedFaq } from '#contracts/operator-faq.endpoints.ts'
import type { ListedFaqEntry, OperatedFaq, OperatedFaqTopic } from '#contracts/operator-faq.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { formatNumber } from '#console/ui/format.ts'
import layout from '#console/ui/layout.module.css'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { FileButton, listFile, type ListFile } from '#console/ui/table/file-button.tsx'
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
        <FileButton {...fileOf(topics)} />
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

/** The questions of every topic, in their order. */
function fileOf(topics: readonly OperatedFaqTopic[]): ListFile {
  return listFile(
    'faq',
    topics.flatMap((topic) => topic.entries.map((entry) => ({ topic, entry }))),
    [
      [m.faq_topic(), ({ topic }) => topic.title],
      [m.faq_file_question(), ({ entry }) => entry.question],
      [m.faq_slug(), ({ entry }) => entry.slug],
      [m.faq_file_languages(), ({ entry }) => entry.languages.join(' ')],
      [m.faq_file_origin(), ({ entry }) => entry.origin],
      [m.faq_file_shown(), ({ entry }) => entry.isShown],
      [m.table_file_time(), ({ entry }) => entry.last?.setAt],
      [m.table_file_by(), ({ entry }) => entry.last?.author],
      [m.table_file_reason(), ({ entry }) => entry.last?.reason],
    ],
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
