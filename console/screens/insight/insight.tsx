import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { getInsight } from '#contracts/operator-insight.endpoints.ts'
import type { Insight as InsightAnswer } from '#contracts/operator-insight.schemas.ts'
import { call } from '#console/platform/api.ts'
import { formatDateTime } from '#console/ui/format.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { EmptyState, FailureState, LoadingState } from '#console/ui/states.tsx'
import { Activation } from './activation.tsx'
import { ByCampaign } from './by-campaign.tsx'
import { ByDay } from './by-day.tsx'
import { Figures } from './figures.tsx'
import { HowCounted } from './how-counted.tsx'
import { PeriodBar } from './period-bar.tsx'
import { usePeriod, type AskedPeriod } from './use-period.ts'
import styles from './insight.module.css'

/** What happened in a period: members, clicks, conversions and what they cost; by day and by campaign. */
export default function Insight() {
  const period = usePeriod()
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
      <PeriodBar {...period} />
      {read.isPending ? (
        <LoadingState />
      ) : read.isError ? (
        <FailureState error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <Counted insight={read.data} asked={asked} />
      )}
    </>
  )
}

function Counted({ insight, asked }: { insight: InsightAnswer; asked: AskedPeriod }) {
  const { countedAt, figures, activation } = insight
  if (countedAt === null)
    return <EmptyState heading={m.insight_never()}>{m.insight_never_detail()}</EmptyState>
  if (figures === null || activation === null)
    return <EmptyState heading={m.insight_unknown()}>{m.insight_unknown_detail()}</EmptyState>
  return (
    <div className={styles.parts}>
      <Figures {...insight} figures={figures} />
      <Activation {...activation} asked={asked} />
      <ByDay days={insight.days} figures={figures} asked={asked} />
      <ByCampaign asked={asked} />
      <HowCounted />
    </div>
  )
}
