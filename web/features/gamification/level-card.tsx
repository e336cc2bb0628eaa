import { Link } from 'react-router'
import { m } from '#messages'
import type { Gamification } from '#contracts/gamification.schemas.ts'
import { paths } from '#contracts/paths.ts'
import { formatNumber } from '#web/ui/common/format.ts'
import classes from './level-card.module.css'

const radius = 54
const round = 2 * Math.PI * radius

/** My level in a ring that fills towards the next, and what is left to it. */
export function LevelCard({
  level: { number, levels, fromPoints, nextPoints },
  points,
  streak,
}: Pick<Gamification, 'level' | 'points' | 'streak'>) {
  const share = nextPoints === null ? 1 : (points.lifetime - fromPoints) / (nextPoints - fromPoints)
  const label =
    nextPoints === null
      ? m.gamification_level_last()
      : m.gamification_level_next({
          count: nextPoints - points.lifetime,
          points: formatNumber(nextPoints - points.lifetime),
          level: formatNumber(number + 1),
        })
  return (
    <section className={classes.card} aria-label={m.gamification_level_label()}>
      <div className={classes.ring}>
        <svg viewBox="0 0 128 128" width="128" height="128" aria-hidden="true">
          <circle className={classes.track} cx="64" cy="64" r={radius} />
          <circle
            className={classes.fill}
            cx="64"
            cy="64"
            r={radius}
            strokeDasharray={`${Math.max(0.001, share) * round} ${round}`}
          />
        </svg>
        <p className={classes.number}>
          <span>{m.gamification_level_word()}</span>
          <b>{formatNumber(number)}</b>
        </p>
      </div>
      <div className={classes.text}>
        {/* Of a level beyond those that have one there is none. */}
        <p className={classes.name}>{m.gamification_level_name({ level: number })}</p>
        <h2>{label}</h2>
        <p>{m.gamification_level_of({ level: formatNumber(number), levels: formatNumber(levels) })}</p>
        <dl className={classes.facts}>
          <div>
            <dt>{m.gamification_lifetime()}</dt>
            <dd>
              <Link to={paths.points}>{formatNumber(points.lifetime)}</Link>
            </dd>
          </div>
          <div>
            <dt>{m.gamification_balance()}</dt>
            <dd>
              <Link to={paths.points}>{formatNumber(points.balance)}</Link>
            </dd>
          </div>
          <div>
            <dt>{m.gamification_streak()}</dt>
            <dd>
              <Link to={paths.dailyCheckIn}>{m.gamification_streak_days({ count: streak.days })}</Link>
            </dd>
          </div>
        </dl>
      </div>
    </section>
  )
}
