import { m } from '#messages'
import { formatRate, formatRelative } from '#web/ui/common/format.ts'
import { useNow } from '#web/ui/use-now.ts'
import type { ShownRate } from './rate.ts'
import classes from './calculator.module.css'

/** The rate with its time, and whether it is the last known or the standard one. */
export function RateLine({ rate }: { rate: ShownRate }) {
  const now = useNow()
  return (
    <p className={classes.rate}>
      {m.exchange_rate({ rate: formatRate(rate.usdToCrels) })}
      {rate.standing === 'live' &&
        rate.asOf &&
        ` · ${m.exchange_rate_since({ when: formatRelative(rate.asOf, now) })}`}
      {rate.standing === 'stale' && <b>{m.exchange_rate_stale()}</b>}
      {rate.standing === 'default' && <b>{m.exchange_rate_default()}</b>}
    </p>
  )
}
