import type { ReactNode } from 'react'
import type { LeaderboardMetric } from '#contracts/leaderboard.constants.ts'
import type { Place } from '#contracts/leaderboard.schemas.ts'
import { m } from '#messages'
import { Avatar } from '#web/ui/avatar.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { amountText, nameOf } from './leaderboard-text.ts'
import { RankChange } from './rank-change.tsx'
import classes from './place-row.module.css'

/** One place of a ranking: rank and how it changed, who, and how much. */
export function PlaceRow({
  place,
  metric,
  note,
  children,
}: {
  place: Place
  metric: LeaderboardMetric
  /** Below the name. */
  note?: ReactNode
  /** At the end of the row. */
  children?: ReactNode
}) {
  const { rank, photoURL, value, change, isMe } = place
  const name = nameOf(place)
  return (
    <div className={classes.row} data-me={isMe || undefined}>
      <span className={classes.rank}>
        <span className="visually-hidden">{m.leaderboard_place({ rank: formatNumber(rank) })} </span>
        <b aria-hidden="true" data-long={rank > 9999 || undefined}>
          {formatNumber(rank)}
        </b>
        <RankChange change={change} />
      </span>
      <Avatar name={name} url={photoURL} size={40} />
      <span className={classes.who}>
        <span className={classes.name}>{isMe ? m.leaderboard_you() : <bdi>{name}</bdi>}</span>
        {note && <span className={classes.note}>{note}</span>}
      </span>
      <span className={classes.value}>
        <b aria-hidden="true">{formatNumber(value)}</b>
        <span className="visually-hidden">{amountText(metric, value)}</span>
      </span>
      {children}
    </div>
  )
}
