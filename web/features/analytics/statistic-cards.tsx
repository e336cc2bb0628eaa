import type { ReactNode } from 'react'
import { m } from '#messages'
import type { AnalyticsSummary, Statistics } from '#contracts/analytics.schemas.ts'
import { BigNumber } from '#web/ui/big-number.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatBps, formatMilli, formatNumber } from '#web/ui/common/format.ts'
import { Change } from './change.tsx'
import classes from './statistic-cards.module.css'

/** Four statistics with what they mean and how they changed. Null while they are not known: a dash, never 0. */
export function StatisticCards({
  summary,
}: {
  summary: Pick<AnalyticsSummary, 'statistics' | 'previous' | 'changes'> | undefined
}) {
  const { statistics, previous, changes } = summary ?? {}
  return (
    <ul className={classes.cards} aria-label={m.analytics_statistics()}>
      <Figure
        label={m.analytics_clicks()}
        value={statistics?.clicks}
        note={statistics && m.analytics_clicks_hint({ uniques: formatNumber(statistics.uniques) })}
        change={changes && <Change bps={changes.clicks} now={statistics!.clicks} before={previous!.clicks} />}
      />
      <Figure
        label={m.analytics_conversions()}
        value={statistics?.conversions}
        note={statistics && rateText(statistics)}
        change={
          changes && (
            <Change bps={changes.conversions} now={statistics!.conversions} before={previous!.conversions} />
          )
        }
      />
      <Figure
        label={m.analytics_earnings()}
        value={statistics?.crels}
        note={statistics && pendingText(statistics)}
        change={changes && <Change bps={changes.crels} now={statistics!.crels} before={previous!.crels} />}
      />
      <Figure
        label={m.analytics_per_click()}
        value={statistics?.milliCrelsPerClick}
        format={formatMilli}
        note={statistics && m.analytics_per_click_hint()}
        change={
          changes && (
            <Change
              bps={changes.milliCrelsPerClick}
              now={statistics!.milliCrelsPerClick ?? 0}
              before={previous!.milliCrelsPerClick ?? 0}
            />
          )
        }
      />
    </ul>
  )
}

function Figure({
  label,
  value,
  format,
  note,
  change,
}: {
  label: string
  value: number | null | undefined
  format?: (value: number) => string
  note: ReactNode
  change: ReactNode
}) {
  return (
    <li>
      <Card className={classes.card}>
        <p className={classes.label}>{label}</p>
        <BigNumber value={value} format={format} size="1.875rem" />
        {change}
        <p className={classes.note}>{note}</p>
      </Card>
    </li>
  )
}

function rateText({ conversionRateBps }: Statistics): string {
  return conversionRateBps === null
    ? m.analytics_conversions_no_clicks()
    : m.analytics_conversions_hint({ rate: formatBps(conversionRateBps) })
}

function pendingText({ pendingCrels }: Statistics): string {
  return pendingCrels > 0
    ? m.analytics_earnings_pending({ crels: formatNumber(pendingCrels) })
    : m.analytics_earnings_nothing_pending()
}
