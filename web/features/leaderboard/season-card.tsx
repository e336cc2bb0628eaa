import { Link } from 'react-router'
import type { Season } from '#contracts/leaderboard.schemas.ts'
import { paths } from '#contracts/paths.ts'
import { m } from '#messages'
import { Card } from '#web/ui/card.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { useNow } from '#web/ui/use-now.ts'
import { prizePlaces, seasonName, seasonState } from './leaderboard-text.ts'
import { pastSeasons } from './leaderboard-view.ts'
import classes from './season-card.module.css'

/** The running season with its end, or how far the results of a past one are; and what its places are worth. */
export function SeasonCard({ season, isMember }: { season: Season; isMember: boolean }) {
  const state = seasonState(season, useNow())
  const isRunning = season.state === 'running'
  return (
    <Card className={classes.card} tone="gold">
      <div className={classes.head}>
        <h2>{isRunning ? seasonName(season.id) : state}</h2>
        {isRunning && (
          <p className={classes.until}>
            <time dateTime={season.endsAt}>{state}</time>
          </p>
        )}
      </div>
      {season.prizes.length > 0 && (
        <>
          <h3 className={classes.prizesHeading}>{m.leaderboard_prizes()}</h3>
          <dl className={classes.prizes}>
            {season.prizes.map((prize) => (
              <div key={prize.fromRank} className={classes.prize}>
                <dt>{prizePlaces(prize)}</dt>
                <dd>{m.leaderboard_prize_points({ points: formatNumber(prize.points) })}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {isRunning && (
        <p className={classes.links}>
          <Link to={pastSeasons}>{m.leaderboard_past()}</Link>
          {isMember && (
            <Link to={`${paths.profileInfo}#hiddenOnLeaderboard`}>{m.leaderboard_hide_link()}</Link>
          )}
        </p>
      )}
    </Card>
  )
}
