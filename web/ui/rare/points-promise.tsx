import type { ReactNode } from 'react'
import classes from './points-promise.module.css'

/** A sentence about what something brings, with its points large beside it for the eye. */
export function PointsPromise({ points, children }: { points: string; children: ReactNode }) {
  return (
    <p className={classes.promise}>
      <b className={classes.points} aria-hidden="true">
        {points}
      </b>
      <span>{children}</span>
    </p>
  )
}
