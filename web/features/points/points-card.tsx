import { Link } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { Points } from '#contracts/points.schemas.ts'
import { PointsCoin } from '#web/ui/common/coin.tsx'
import { BigNumber } from '#web/ui/big-number.tsx'
import { formatDate, formatNumber } from '#web/ui/common/format.ts'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import classes from './points-card.module.css'

/** The balance in the colour of points, with the level, what expires first and the way to the next level. */
export function PointsCard({
  points,
  hasFailed,
  level,
  firstPoints,
}: {
  points: Points | undefined
  hasFailed: boolean
  level: { number: number; name?: string; toNext: number | null } | undefined
  /** What the first check-in pays, for a member without points; undefined until it is known. */
  firstPoints: number | undefined
}) {
  return (
    <section className={classes.card} aria-label={m.points_balance()}>
      <div className={classes.head}>
        <p>
          {level ? (
            <Link to={paths.gamification}>
              {level.name
                ? m.points_level_named({ level: formatNumber(level.number), name: level.name })
                : m.points_level({ level: formatNumber(level.number) })}
            </Link>
          ) : (
            m.points_balance()
          )}
        </p>
        <PointsCoin size={40} />
      </div>
      {points?.balance === 0 ? (
        <p className={classes.none}>
          {firstPoints === undefined
            ? m.points_none_yet_waiting()
            : m.points_none_yet({ points: formatNumber(firstPoints) })}
        </p>
      ) : (
        <p className={classes.value}>
          <BigNumber value={points?.balance} />
        </p>
      )}
      <p className={classes.detail}>
        {points ? (
          [expiryText(points), toNextText(level)].filter(Boolean).join(' · ')
        ) : hasFailed ? (
          m.points_load_failed()
        ) : (
          <TextSkeleton widths={['70%']} />
        )}
      </p>
    </section>
  )
}

function toNextText(level: { number: number; toNext: number | null } | undefined): string | null {
  if (!level?.toNext) return null
  return m.points_to_next({ points: formatNumber(level.toNext), level: formatNumber(level.number + 1) })
}

function expiryText({ balance, expiring }: Points): string | null {
  if (balance === 0 || expiring.points === 0) return null
  return m.points_expiring({ points: formatNumber(expiring.points), date: formatDate(expiring.until) })
}
