import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { getInsight } from '#contracts/operator-insight.endpoints.ts'
import type { Insight as InsightAnswer } from '#contracts/operator-insight.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useSiteZone } from '#console/platform/site-zone.ts'
import { formatDateTime } from '#console/ui/format.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { UnreadAlert } from '#console/ui/unread-alert.tsx'
import { EmptyState, FailureState, LoadingState } from '#console/ui/states.tsx'
import { Activation } from './activation.tsx'
import { ByCampaign } from './by-campaign.tsx'
import { ByDay } from './by-day.tsx'
import { Statistics } from './statistics.tsx'
import { HowCounted } from './how-counted.tsx'
import { PeriodBar } from './period-bar.tsx'
import { usePeriod } from './use-period.ts'
import styles from './insight.module.css'

/** What happened in a period: members, clicks, conversions and what they cost; by day and by campaign. */
export default function Insight() {
  const siteZone = useSiteZone()
  // Where it could not be read, days are of UTC, which is said above them.
  return siteZone.isPending ? <LoadingState /> : <OfZone siteZone={siteZone} />
}

function OfZone({ siteZone }: { siteZone: ReturnType<typeof useSiteZone> }) {
  const zone = siteZone.data ?? 'UTC'
  const period = usePeriod(zone)
  const asked = { ...period.dates, zone: period.zone }
  const read = useQuery({
    queryKey: ['insight', asked],
    queryFn: async ({ signal }) => await call(getInsight, { query: asked, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <ScreenHead
        title={m.shell_insight()}
        summary={read.data?.countedAt && m.insight_counted({ time: formatDateTime(read.data.countedAt) })}
      />
      {period.zone === zone && <UnreadAlert query={siteZone}>{m.insight_zone_unread({ zone })}</UnreadAlert>}
      <PeriodBar {...period} />
      {read.isPending ? (
        <LoadingState />
      ) : read.isError ? (
        <FailureState error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <Counted insight={read.data} />
      )}
    </>
  )
}

function Counted({ insight }: { insight: InsightAnswer }) {
  const { countedAt, statistics, activation, period, timeZone } = insight
  // All time has days of its own once it is known.
  const asked = { from: period.from, to: period.to, zone: timeZone }
  if (countedAt === null)
    return <EmptyState heading={m.insight_never()}>{m.insight_never_detail()}</EmptyState>
  if (statistics === null || activation === null)
    return <EmptyState heading={m.insight_unknown()}>{m.insight_unknown_detail()}</EmptyState>
  return (
    <div className={styles.parts}>
      <Statistics {...insight} statistics={statistics} />
      <Activation {...activation} asked={asked} />
      <ByDay {...insight} statistics={statistics} />
      <ByCampaign asked={asked} />
      <HowCounted />
    </div>
  )
}
