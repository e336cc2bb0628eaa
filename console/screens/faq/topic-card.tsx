import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import type { ListedFaqEntry, OperatedFaqTopic } from '#contracts/operator-faq.schemas.ts'
import { useMay } from '#console/platform/session.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { Card, Line, Lines } from '#console/ui/card.tsx'
import { formatDateTime } from '#console/ui/format.ts'
import { OrderLines } from '#console/ui/order-lines.tsx'
import { Pill } from '#console/ui/pill.tsx'
import { languageWords } from '#console/ui/language-words.ts'
import { listFile } from '#console/ui/table/file-button.tsx'
import { orderAct } from './entry-acts.tsx'
import { originWords } from './faq-words.ts'
import styles from './faq.module.css'

/** The questions of a topic that were looked for, in their order, which can be changed where all of them are there. */
export function TopicCard({ topic, found }: { topic: OperatedFaqTopic; found: readonly ListedFaqEntry[] }) {
  const may = useMay()
  const [isOrdered, setOrdered] = useState(false)
  if (isOrdered) return <OrderCard key={topic.revision} topic={topic} onClose={() => setOrdered(false)} />
  const canOrder = may('faq.edit') && found.length === topic.entries.length && found.length > 1
  return (
    <Card
      heading={topic.title}
      acts={
        canOrder && (
          <Button variant="default" onClick={() => setOrdered(true)}>
            {m.faq_order()}
          </Button>
        )
      }
    >
      <Lines file={null}>
        {found.map((entry) => (
          <Line key={entry.slug} name={<Name entry={entry} />} detail={<Detail entry={entry} />} />
        ))}
      </Lines>
    </Card>
  )
}

function Name({ entry: { slug, question, isShown, origin } }: { entry: ListedFaqEntry }) {
  return (
    <>
      <Link to={`/${consoleRoutes.faq}/${slug}`}>
        <bdi>{question}</bdi>
      </Link>{' '}
      {origin !== 'default' && <Pill tone="good">{originWords[origin]()}</Pill>}{' '}
      {!isShown && <Pill tone="warn">{m.faq_retired()}</Pill>}
    </>
  )
}

function Detail({ entry: { slug, languages, last } }: { entry: ListedFaqEntry }) {
  const words = languages.map((language) => languageWords[language]()).join(', ')
  return (
    <>
      <span className={styles.line}>{m.faq_line({ slug, languages: words })}</span>
      {last && (
        <span className={styles.line}>
          {m.faq_line_last({ author: last.author, time: formatDateTime(last.setAt), reason: last.reason })}
        </span>
      )}
    </>
  )
}

/** The same while they are put into another order; nothing is changed until that is saved. */
function OrderCard({ topic, onClose }: { topic: OperatedFaqTopic; onClose: () => void }) {
  const [slugs, setSlugs] = useState(() => topic.entries.map(({ slug }) => slug))
  const entries = slugs.flatMap((slug) => topic.entries.filter((entry) => entry.slug === slug))
  const isOther = topic.entries.some(({ slug }, at) => slug !== slugs[at])
  const acts = [
    ...(isOther ? [orderAct(slugs, m.faq_order_save())] : []),
    orderAct([], m.faq_order_initial()),
  ]
  return (
    <Card
      heading={topic.title}
      acts={
        <span className={styles.acts}>
          <Button variant="default" onClick={onClose}>
            {m.common_cancel()}
          </Button>
          {acts.map((act) => (
            <ActButton
              key={act.label}
              act={act}
              row={topic}
              idOf={({ slug }) => slug}
              nameOf={({ title }) => title}
              onDone={onClose}
            />
          ))}
        </span>
      }
    >
      <OrderLines
        items={entries.map(({ slug, question }) => ({ id: slug, name: question }))}
        onChange={setSlugs}
      />
      {topic.orders.length > 1 && <EarlierOrders topic={topic} onDone={onClose} />}
    </Card>
  )
}

function EarlierOrders({ topic, onDone }: { topic: OperatedFaqTopic; onDone: () => void }) {
  const questions = new Map(topic.entries.map(({ slug, question }) => [slug, question]))
  return (
    <>
      <h3>{m.faq_order_before()}</h3>
      <Lines
        file={listFile(`faq-orders-${topic.slug}`, topic.orders, [
          [m.table_file_time(), ({ setAt }) => setAt],
          [m.table_file_by(), ({ author }) => author],
          [m.table_file_reason(), ({ reason }) => reason],
          [m.faq_file_order(), ({ slugs }) => slugs.join(' ')],
        ])}
      >
        {topic.orders.slice(1).map(({ id, slugs, author, reason, setAt }) => {
          // What has left the topic since has no place in it.
          const there = slugs.filter((slug) => questions.has(slug))
          return (
            <Line
              key={id}
              name={m.faq_line_last({ author, reason, time: formatDateTime(setAt) })}
              detail={there.map((slug) => questions.get(slug)).join(' · ') || m.faq_order_empty()}
              acts={
                there.length > 0 && (
                  <ActButton
                    act={orderAct(there, m.faq_order_again())}
                    row={topic}
                    idOf={({ slug }) => slug}
                    nameOf={({ title }) => title}
                    onDone={onDone}
                  />
                )
              }
            />
          )
        })}
      </Lines>
    </>
  )
}
