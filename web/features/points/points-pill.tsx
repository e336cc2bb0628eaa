import { Link } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { PointsCoin } from '#web/ui/common/coin.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { Pill } from '#web/ui/pill.tsx'
import { usePoints } from './queries.ts'
import classes from './points-pill.module.css'

/** The balance in a pill, which leads to the entries that make it. A balance that is not known is a dash. */
export function PointsPill() {
  const { data } = usePoints()
  const balance = data ? formatNumber(data.balance) : '–'
  return (
    <Link to={paths.points} className={classes.link}>
      <Pill tone="gold" icon={<PointsCoin />}>
        {/* The coin says of what. */}
        <span aria-hidden="true">{balance}</span>
        <span className="visually-hidden">
          {m.points_pill({ count: data?.balance ?? 0, points: balance })}
        </span>
      </Pill>
    </Link>
  )
}
