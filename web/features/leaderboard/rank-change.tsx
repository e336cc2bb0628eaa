import type { ReactNode } from 'react'
import { m } from '#messages'
import { formatNumber } from '#web/ui/common/format.ts'
import classes from './rank-change.module.css'

/** By how many places somebody went up or down since the day began; nothing where that is not known. */
export function RankChange({ change }: { change: number | null }) {
  if (change === null) return null
  const amount = formatNumber(Math.abs(change))
  if (change === 0) return <Change text={m.leaderboard_change_same()}>–</Change>
  const isUp = change > 0
  return (
    <Change
      goes={isUp ? 'up' : 'down'}
      text={isUp ? m.leaderboard_change_up({ amount }) : m.leaderboard_change_down({ amount })}
    >
      <svg viewBox="0 0 10 8" width="8" height="7">
        <path d={isUp ? 'M5 0 10 8H0z' : 'M0 0h10L5 8z'} fill="currentColor" />
      </svg>
      {amount}
    </Change>
  )
}

function Change({ goes, text, children }: { goes?: 'up' | 'down'; text: string; children: ReactNode }) {
  return (
    <span title={text}>
      <span className={classes.change} data-goes={goes} aria-hidden="true">
        {children}
      </span>
      <span className="visually-hidden">{text}</span>
    </span>
  )
}
