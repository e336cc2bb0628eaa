import { lazy } from 'react'
import { m } from '#messages'
import type { Timeseries } from '#contracts/analytics.schemas.ts'
import { Card } from '#web/ui/card.tsx'
import { DownloadButton } from '#web/ui/rare/download-button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Part } from '#web/ui/part.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { TabLinks } from '#web/ui/rare/tab-links.tsx'
import { ActivityTable } from './activity-table.tsx'
import type { AnalyticsView } from './analytics-view.ts'
import { GhostChart } from './ghost-chart.tsx'
import { downloadTimeseries, useTimeseries, type AskedPeriod } from './queries.ts'
import classes from './activity.module.css'

// The charts' library is larger than a whole screen may be: it comes when there is something to draw.
const ActivityCharts = lazy(async () => ({
  default: (await import('./activity-charts.tsx')).ActivityCharts,
}))

/** What happened over time: charts, or the same as a table; nothing yet is a drawing of what will be. */
export function Activity({
  period,
  view,
  hrefOf,
  empty,
}: {
  period: AskedPeriod
  view: AnalyticsView['view']
  hrefOf: (change: Partial<AnalyticsView>) => string
  /** The one way to begin. */
  empty: React.ReactNode
}) {
  const series = useTimeseries(period)
  const { from, to } = period
  return (
    <section className={classes.activity} aria-labelledby="activity">
      <div className={classes.head}>
        <h2 id="activity">{m.analytics_activity()}</h2>
        {series.data && !isEmpty(series.data) && (
          <DownloadButton
            label={m.analytics_csv()}
            done={m.analytics_csv_done()}
            failed={m.analytics_csv_failed()}
            download={async () =>
              await downloadTimeseries(period, m.analytics_csv_name({ what: 'timeseries', from, to }))
            }
          />
        )}
      </div>
      <TabLinks
        label={m.analytics_view()}
        tabs={[
          { to: hrefOf({ view: 'chart' }), label: m.analytics_view_chart(), current: view === 'chart' },
          { to: hrefOf({ view: 'table' }), label: m.analytics_view_table(), current: view === 'table' },
        ]}
      />
      {series.isError && (
        <ErrorState
          {...problemOf(series.error)}
          heading={series.data ? m.analytics_stale() : m.analytics_failed()}
          onRetry={() => void series.refetch()}
          retrying={series.isFetching}
        />
      )}
      {series.data ? (
        <Shown series={series.data} view={view} empty={empty} />
      ) : (
        series.isPending && <Waiting />
      )}
    </section>
  )
}

function Shown({
  series,
  view,
  empty,
}: {
  series: Timeseries
  view: AnalyticsView['view']
  empty: React.ReactNode
}) {
  if (isEmpty(series)) return <GhostChart action={empty} />
  if (view === 'table') return <ActivityTable series={series} />
  return (
    <Card className={classes.card}>
      <Part fallback={<Waiting />}>
        <ActivityCharts series={series} />
      </Part>
    </Card>
  )
}

function isEmpty({ items }: Timeseries): boolean {
  return items.every(({ statistics: { clicks, conversions, crels } }) => clicks + conversions + crels === 0)
}

function Waiting() {
  return (
    <Loading>
      <Skeleton height={400} radius={24} />
    </Loading>
  )
}
