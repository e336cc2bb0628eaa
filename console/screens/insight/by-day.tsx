import { SegmentedControl, Table } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '#console-messages'
import type { InsightStep } from '#contracts/operator-insight.constants.ts'
import type { Insight, InsightStatistics } from '#contracts/operator-insight.schemas.ts'
import { Card } from '#console/ui/card.tsx'
import { formatDay, formatMonth, formatNumber, formatUsd } from '#console/ui/format.ts'
import { LoadingState } from '#console/ui/states.tsx'
import { FileButton } from '#console/ui/table/file-button.tsx'
import styles from './insight.module.css'

// The charts' library is half as large as the console: it comes when there is something to draw.
const Charts = lazy(async () => ({ default: (await import('./charts.tsx')).Charts }))

interface Column {
  header: string
  value: (statistics: InsightStatistics) => number | null
  isMoney?: true
}

const columns: Column[] = [
  { header: m.insight_sign_ups(), value: ({ signUps }) => signUps },
  { header: m.insight_clicks(), value: ({ clicks }) => clicks },
  { header: m.insight_refused(), value: ({ refusedClicks }) => refusedClicks },
  { header: m.insight_accepted(), value: ({ accepted }) => accepted },
  { header: m.insight_rejected(), value: ({ rejected }) => rejected },
  { header: m.insight_reversed(), value: ({ reversed }) => reversed },
  { header: m.insight_sales(), value: ({ salesUsdCents }) => salesUsdCents, isMoney: true },
  { header: m.insight_crels(), value: ({ crels }) => crels },
  { header: m.insight_usd(), value: ({ usdCents }) => usdCents, isMoney: true },
]

/** Each day or month of the period as charts, or the same as a table. */
export function ByDay({
  days,
  by,
  period,
  statistics,
}: Pick<Insight, 'days' | 'by' | 'period'> & { statistics: InsightStatistics }) {
  const [params, setParams] = useSearchParams()
  const isTable = params.get('view') === 'table'
  const isEmpty = columns.every(({ value }) => value(statistics) === 0)
  return (
    <Card
      heading={by === 'day' ? m.insight_by_day() : m.insight_by_month()}
      acts={
        <>
          <SegmentedControl
            size="xs"
            aria-label={m.insight_view()}
            value={isTable ? 'table' : 'chart'}
            data={[
              { value: 'chart', label: m.insight_chart() },
              { value: 'table', label: m.insight_table() },
            ]}
            onChange={(view) =>
              setParams(
                (before) => {
                  const next = new URLSearchParams(before)
                  if (view === 'table') next.set('view', view)
                  else next.delete('view')
                  return next
                },
                { replace: true },
              )
            }
          />
          <FileButton
            name={`insight-${by}s-${period.from}-${period.to}`}
            header={[stepName(by), ...columns.map(({ header }) => header)]}
            rows={() =>
              days.map(({ date, statistics: ofDay }) => [
                date,
                ...columns.map(({ value, isMoney }) => inFile(ofDay && value(ofDay), isMoney)),
              ])
            }
          />
        </>
      }
    >
      {isTable ? (
        <Days days={days} by={by} />
      ) : isEmpty ? (
        <p className={styles.detail}>{m.insight_nothing()}</p>
      ) : (
        <Suspense fallback={<LoadingState />}>
          <Charts days={days} by={by} statistics={statistics} />
        </Suspense>
      )}
    </Card>
  )
}

function Days({ days, by }: Pick<Insight, 'days' | 'by'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys where it is wider than the screen
    <div className={styles.wide} role="region" aria-label={m.insight_table()} tabIndex={0}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{stepName(by)}</Table.Th>
            {columns.map(({ header }) => (
              <Table.Th scope="col" key={header} className={styles.number}>
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map(({ date, statistics }) => (
            <Table.Tr key={date}>
              <Table.Th scope="row" className={styles.number}>
                {by === 'day' ? formatDay(date) : formatMonth(date)}
              </Table.Th>
              {columns.map(({ header, value, isMoney }) => (
                <Table.Td key={header} className={styles.number}>
                  {shown(statistics && value(statistics), isMoney)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

const stepName = (by: InsightStep) => (by === 'day' ? m.insight_day() : m.insight_month())

function shown(value: number | null, isMoney: true | undefined): string {
  if (value === null) return '–'
  return isMoney ? formatUsd(value) : formatNumber(value)
}

/** Dollars as a spreadsheet adds them up: a number. */
function inFile(value: number | null, isMoney: true | undefined): string | number | null {
  return value !== null && isMoney ? value / 100 : value
}
