import { Link } from 'react-router'
import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import { rangeDates } from '#rules/analytics-period.ts'
import { localDate } from '#rules/local-date.ts'
import { Card, Row, Rows } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { Section } from '#web/ui/page.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import { Sparkline } from '#web/ui/sparkline.tsx'
import { Stat, Stats } from '#web/ui/rare/stat.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { rowText } from './analytics-text.ts'
import { Change } from './change.tsx'
import { useBreakdown, useSummary, useTimeseries } from './queries.ts'
import classes from './link-statistics.module.css'
import { useZone } from './use-zone.ts'

/** How one link did in the last 30 days, and from where people came; everything else is on the analytics screen. */
export function LinkStatistics({ linkId }: { linkId: string }) {
  const zone = useZone()
  const period = { ...rangeDates('30d', localDate(useNow().getTime(), zone)), zone, link: linkId }
  const summary = useSummary(period)
  return (
    <Section
      heading={m.analytics_link_heading()}
      action={
        <Link to={withQuery(paths.performanceAnalytics, { link: linkId })}>{m.analytics_link_all()}</Link>
      }
    >
      {summary.isError && (
        <ErrorState
          {...problemOf(summary.error)}
          heading={summary.data ? m.analytics_stale() : m.analytics_link_failed()}
          onRetry={() => void summary.refetch()}
          retrying={summary.isFetching}
        />
      )}
      {summary.data ? (
        <Card className={classes.card}>
          <Statistics summary={summary.data} />
          <Days period={period} />
          <Referrers period={period} />
        </Card>
      ) : (
        summary.isPending && (
          <Loading>
            <CardSkeleton lines={4} />
          </Loading>
        )
      )}
    </Section>
  )
}

type Period = Parameters<typeof useSummary>[0]

function Statistics({ summary }: { summary: NonNullable<ReturnType<typeof useSummary>['data']> }) {
  const { statistics, previous, changes } = summary
  return (
    <Stats>
      {(['clicks', 'conversions', 'crels'] as const).map((name) => (
        <Stat
          key={name}
          label={{
            clicks: m.analytics_clicks,
            conversions: m.analytics_conversions,
            crels: m.analytics_link_crels,
          }[name]()}
          value={formatNumber(statistics[name])}
          note={
            name === 'clicks' ? (
              <>
                {m.analytics_clicks_hint({ uniques: formatNumber(statistics.uniques) })}{' '}
                <Change bps={changes.clicks} now={statistics.clicks} before={previous.clicks} />
              </>
            ) : undefined
          }
        />
      ))}
    </Stats>
  )
}

function Days({ period }: { period: Period }) {
  const { data } = useTimeseries(period)
  if (!data) return null
  const clicks = data.items.map(({ statistics }) => statistics.clicks)
  const sum = clicks.reduce((all, one) => all + one, 0)
  if (sum === 0) return <p className={classes.none}>{m.analytics_nothing_listed()}</p>
  return <Sparkline values={clicks} label={m.analytics_link_days({ clicks: formatNumber(sum) })} />
}

function Referrers({ period }: { period: Period }) {
  const { data } = useBreakdown(period, 'referrer', 3)
  if (!data || data.items.length === 0) return null
  return (
    <div>
      <h3 className={classes.from}>{m.analytics_link_top()}</h3>
      <Rows>
        {data.items.map((item) => (
          <Row key={item.key ?? ''}>
            <span>{rowText('referrer', item)}</span>
            <b>{formatNumber(item.statistics.clicks)}</b>
          </Row>
        ))}
      </Rows>
    </div>
  )
}
