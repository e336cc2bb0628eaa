import { m } from '#console-messages'
import { changeBps } from '#rules/analytics-statistics.ts'
import { formatShare } from '#console/ui/format.ts'
import styles from './insight.module.css'

/**
 * How a figure differs from the period before: an arrow and percent, in words for who does not see them. Only what is good
 * is coloured; after nothing the figure of before is said, since no percentage says that.
 */
export function Change({
  now,
  before,
  format,
  isGood = false,
}: {
  now: number
  /** Null where nothing is known of the period before. */
  before: number | null
  format: (value: number) => string
  /** More of it is good. */
  isGood?: boolean
}) {
  if (before === null) return null
  const bps = changeBps(now, before)
  if (bps === null) return now === 0 ? null : m.insight_before({ value: format(before) })
  const percent = Math.round(bps / 100)
  const change = formatShare(Math.abs(percent) / 100)
  const words =
    percent > 0 ? m.insight_more({ change }) : percent < 0 ? m.insight_less({ change }) : m.insight_same()
  return (
    <span className={styles.change} data-good={(isGood && percent > 0) || undefined}>
      <span aria-hidden>
        {percent > 0 ? '↑' : percent < 0 ? '↓' : '='} {change}
      </span>
      <span className={styles.hidden}>{words}</span>
    </span>
  )
}
