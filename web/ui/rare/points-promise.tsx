import type { ReactNode } from 'react'
import classes from './points-promise.module.css'

/** What something brings, large, and for what. */
export function PointsPromise({ points, children }: { points: string; children: ReactNode }) {
  return (
    <p className={classes.promise}>
      <b className={classes.points}>{points}</b>
      <span>{children}</span>
    </p>
  )
}
