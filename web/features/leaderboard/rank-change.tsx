import { m } from '#messages'
import { formatNumber } from '#web/ui/common/format.ts'
import classes from './rank-change.module.css'

/** By how many places somebody went up or down since the day began; nothing where that is not known. */
export function RankChange({ change }: { change: number | null }) {
  if (change === null) return null
  const amount = formatNumber(Math.abs(change))
  if (change === 0)
    return (
      <span className={classes.change}>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{m.leaderboard_change_same()}</span>
      </span>
    )
  const isUp = change > 0
  return (
    <span className={classes.change} data-goes={isUp ? 'up' : 'down'}>
      <svg viewBox="0 0 10 8" width="8" height="7" aria-hidden="true">
        <path d={isUp ? 'M5 0 10 8H0z' : 'M0 0h10L5 8z'} fill="currentColor" />
      </svg>
      <span aria-hidden="true">{amount}</span>
      <span className="visually-hidden">
        {isUp ? m.leaderboard_change_up({ amount }) : m.leaderboard_change_down({ amount })}
      </span>
    </span>
  )
}
