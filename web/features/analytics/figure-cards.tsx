import type { ReactNode } from 'react'
import { m } from '#messages'
import type { AnalyticsSummary, Figures } from '#contracts/analytics.schemas.ts'
import { BigNumber } from '#web/ui/big-number.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatBps, formatNumber } from '#web/ui/format.ts'
import { milliCrels } from './analytics-text.ts'
import { Change } from './change.tsx'
import classes from './figure-cards.module.css'

/** Four figures with what they mean and how they changed. Null while they are not known: a dash, never 0. */
export function FigureCards({
  summary,
}: {
  summary: Pick<AnalyticsSummary, 'figures' | 'previous' | 'changes'> | undefined
}) {
  const { figures, previous, changes } = summary ?? {}
  return (
    <ul className={classes.cards} aria-label={m.analytics_figures()}>
      <Figure
        label={m.analytics_clicks()}
        value={figures?.clicks}
        note={figures && m.analytics_clicks_hint({ uniques: formatNumber(figures.uniques) })}
        change={changes && <Change bps={changes.clicks} now={figures!.clicks} before={previous!.clicks} />}
      />
      <Figure
        label={m.analytics_conversions()}
        value={figures?.conversions}
        note={figures && rateText(figures)}
        change={
          changes && (
            <Change bps={changes.conversions} now={figures!.conversions} before={previous!.conversions} />
          )
        }
      />
      <Figure
        label={m.analytics_earnings()}
        value={figures?.crels}
        note={figures && pendingText(figures)}
        change={changes && <Change bps={changes.crels} now={figures!.crels} before={previous!.crels} />}
      />
      <Figure
        label={m.analytics_per_click()}
        value={figures?.milliCrelsPerClick}
        format={milliCrels}
        note={figures && m.analytics_per_click_hint()}
        change={
          changes && (
            <Change
              bps={changes.milliCrelsPerClick}
              now={figures!.milliCrelsPerClick ?? 0}
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

function rateText({ conversionRateBps }: Figures): string {
  return conversionRateBps === null
    ? m.analytics_conversions_no_clicks()
    : m.analytics_conversions_hint({ rate: formatBps(conversionRateBps) })
}

function pendingText({ pendingCrels }: Figures): string {
  return pendingCrels > 0
    ? m.analytics_earnings_pending({ crels: formatNumber(pendingCrels) })
    : m.analytics_earnings_nothing_pending()
}
