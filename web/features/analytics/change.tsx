import { m } from '#messages'
import { formatShare } from '#web/ui/common/format.ts'
import classes from './change.module.css'

/** How a figure changed from the period before, in percent, and in words for screen readers; nothing after nothing. */
export function Change({ bps, now, before }: { bps: number | null; now: number; before: number }) {
  if (bps === null) return before === 0 && now > 0 ? <New /> : null
  // As it is read: what rounds to 0 % is the same.
  const percent = Math.round(bps / 100)
  const direction = percent > 0 ? 'up' : percent < 0 ? 'down' : 'same'
  const change = formatShare(Math.abs(percent) / 100)
  const label = { up: m.analytics_more, down: m.analytics_less, same: m.analytics_same }[direction]
  return (
    <span className={classes.change} data-good={direction === 'up' || undefined}>
      <span aria-hidden="true">
        {{ up: '↑\u00a0', down: '↓\u00a0', same: '' }[direction]}
        {change}
      </span>
      <span className="visually-hidden">{label({ change })}</span>
    </span>
  )
}

function New() {
  return (
    <span className={classes.change} data-good>
      {m.analytics_new()}
      <span className="visually-hidden">: {m.analytics_new_hint()}</span>
    </span>
  )
}
