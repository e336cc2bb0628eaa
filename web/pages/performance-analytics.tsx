import { lazy } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { localDate } from '#rules/local-date.ts'
import { Activity } from '../features/analytics/activity.tsx'
import { datesOf, readView, withView, type AnalyticsView } from '../features/analytics/analytics-view.ts'
import { datesText, timeOfDay } from '#web/features/analytics/analytics-text.ts'
import { BreakdownList } from '../features/analytics/breakdown-list.tsx'
import { StatisticCards } from '../features/analytics/statistic-cards.tsx'
import { useSummary } from '../features/analytics/queries.ts'
import { useZone } from '../features/analytics/use-zone.ts'
import { ViewBar } from '../features/analytics/view-bar.tsx'
import { useClicksUnderReview } from '../features/earnings/review-queries.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Part } from '../ui/part.tsx'
import { Page } from '../ui/page.tsx'
import { problemOf } from '../ui/problem-of.ts'
import { useNow } from '../ui/use-now.ts'
import classes from './performance-analytics.module.css'

// Only for those who have some.
const ClicksUnderReview = lazy(async () => ({
  default: (await import('../features/earnings/clicks-under-review.tsx')).ClicksUnderReview,
}))

/**
 * `/performance-analytics`: four statistics, what happened over time, and where it came from; all of it in the address.
 */
export default function PerformanceAnalyticsPage() {
  const [search, setSearch] = useSearchParams()
  const zone = useZone()
  const today = localDate(useNow().getTime(), zone)
  const view = readView(search)
  const dates = datesOf(view, today)
  const period = { ...dates, zone, campaign: view.campaign, link: view.link }
  const summary = useSummary(period)
  const reviews = reviewsOf(useClicksUnderReview().data?.items ?? [], view)
  const change = (changed: Partial<AnalyticsView>) =>
    setSearch(withView(search, changed), { replace: true, preventScrollReset: true })
  return (
    <Page title={m.pages_performance_analytics()}>
      <ViewBar view={view} dates={dates} period={period} today={today} onChange={change} />
      {summary.isError && (
        <ErrorState
          {...problemOf(summary.error)}
          heading={summary.data ? m.analytics_stale() : m.analytics_failed()}
          onRetry={() => void summary.refetch()}
          retrying={summary.isFetching}
        />
      )}
      <div>
        <StatisticCards summary={summary.data} />
        <p className={classes.stamp}>{summary.data ? stampText(summary.data) : '\u00a0'}</p>
      </div>
      <div className={classes.layout}>
        <Activity
          period={period}
          view={view.view}
          hrefOf={(changed) => `${paths.performanceAnalytics}?${withView(search, changed)}`}
          empty={
            <ButtonLink size="s" to={paths.myCampaigns}>
              {m.analytics_ghost_link()}
            </ButtonLink>
          }
        />
        <BreakdownList period={period} by={view.by} onBy={(by) => change({ by })} />
      </div>
      {reviews.length > 0 && (
        <Part fallback={null}>
          <ClicksUnderReview items={reviews} />
        </Part>
      )}
    </Page>
  )
}

/** Those of the campaign that is shown; what is under review belongs to no link alone. */
function reviewsOf<T extends { campaign: { id: string } }>(
  items: T[],
  { campaign, link }: AnalyticsView,
): T[] {
  if (link) return []
  return campaign ? items.filter((item) => item.campaign.id === campaign) : items
}

function stampText({
  previousPeriod,
  period,
  asOf,
  timeZone,
}: NonNullable<ReturnType<typeof useSummary>['data']>): string {
  const inputs = {
    dates: datesText(previousPeriod),
    time: timeOfDay(asOf, timeZone),
    zone: timeZone,
  }
  return asOf < period.endsAt ? m.analytics_compared_so_far(inputs) : m.analytics_compared(inputs)
}
