import { Link } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import type { Insight, InsightStatistics } from '#contracts/operator-insight.schemas.ts'
import { useMay } from '#console/platform/session.ts'
import { formatCrels, formatNumber, formatUsd } from '#console/ui/format.ts'
import { Stat, Stats } from '#console/ui/stat.tsx'
import { Change } from './change.tsx'
import styles from './insight.module.css'

type Name = 'signUps' | 'clicks' | 'accepted' | 'rejected' | 'reversed' | 'salesUsdCents' | 'crels'

/** The statistics of the period, each with how it changed. */
export function Statistics({
  statistics,
  previous,
  underReview,
  usdToCrels,
}: Pick<Insight, 'previous' | 'underReview' | 'usdToCrels'> & { statistics: InsightStatistics }) {
  const mayReview = useMay()('read.members')
  const { clicks, campaignClicks, refusedClicks, usdCents } = statistics
  const change = (name: Name, isGood: boolean, format = formatNumber) => (
    <Change now={statistics[name]} before={previous?.[name] ?? null} format={format} isGood={isGood} />
  )
  return (
    <div className={styles.statistics}>
      <Stats>
        <Stat
          label={m.insight_sign_ups()}
          value={formatNumber(statistics.signUps)}
          detail={change('signUps', true)}
        />
        <Stat
          label={m.insight_clicks()}
          value={formatNumber(clicks)}
          detail={
            <>
              {change('clicks', true)}
              {m.insight_clicks_detail({
                refused: formatNumber(refusedClicks),
                own: formatNumber(clicks - campaignClicks),
              })}
            </>
          }
        />
        <Stat
          label={m.insight_accepted()}
          value={formatNumber(statistics.accepted)}
          detail={change('accepted', true)}
        />
        <Stat
          label={m.insight_rejected()}
          value={formatNumber(statistics.rejected)}
          detail={change('rejected', false)}
        />
        <Stat
          label={m.insight_reversed()}
          value={formatNumber(statistics.reversed)}
          detail={change('reversed', false)}
        />
        <Stat
          label={m.insight_under_review()}
          value={formatNumber(underReview)}
          detail={mayReview && <Link to={`/${consoleRoutes.review}`}>{m.insight_under_review_open()}</Link>}
        />
        <Stat
          label={m.insight_sales()}
          value={formatUsd(statistics.salesUsdCents)}
          detail={change('salesUsdCents', true, formatUsd)}
        />
        <Stat
          label={m.insight_cost()}
          value={formatCrels(statistics.crels)}
          detail={
            <>
              {change('crels', false)}
              {usdCents !== null && m.insight_cost_detail({ usd: formatUsd(usdCents), rate: usdToCrels })}
            </>
          }
        />
      </Stats>
    </div>
  )
}
