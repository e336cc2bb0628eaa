import type { LeaderboardMetric } from '#contracts/leaderboard.constants.ts'
import type { Place, SeasonPrize } from '#contracts/leaderboard.schemas.ts'
import { m } from '#messages'
import { Avatar } from '#web/ui/avatar.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { amountText, nameOf, prizeText } from './leaderboard-text.ts'
import { mine } from './place-list.tsx'
import { RankChange } from './rank-change.tsx'
import classes from './podium.module.css'

/** The first three: read in the order of their places, drawn with the first in the middle. */
export function Podium({
  places,
  metric,
  prizes,
}: {
  places: readonly Place[]
  metric: LeaderboardMetric
  /** Shown with the places that have one. */
  prizes: readonly SeasonPrize[]
}) {
  return (
    <ol className={classes.podium} aria-label={m.leaderboard_podium()}>
      {places.map((place, index) => {
        const prize = prizeText(place.rank, prizes)
        return (
          <li key={place.rank} className={classes.place} data-step={index + 1} {...(place.isMe && mine)}>
            <span className="visually-hidden">
              {m.leaderboard_place({ rank: formatNumber(place.rank) })}{' '}
            </span>
            <span className={classes.face}>
              <Avatar name={nameOf(place)} url={place.photoURL} size={index === 0 ? 76 : 60} />
              <span className={classes.medal} aria-hidden="true">
                {formatNumber(place.rank)}
              </span>
            </span>
            <b className={classes.name}>{place.isMe ? m.leaderboard_you() : <bdi>{nameOf(place)}</bdi>}</b>
            <RankChange change={place.change} />
            <span className={classes.block}>
              <span className={classes.amount}>{amountText(metric, place.value)}</span>
              {prize && <span className={classes.prize}>{prize}</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
