import type { ReactNode } from 'react'
import { m } from '#messages'
import { Card } from '#web/ui/card.tsx'
import classes from './ghost-chart.module.css'

/** What the chart will look like, whole, and below it what it needs for that. */
export function GhostChart({ action }: { action: ReactNode }) {
  return (
    <Card className={classes.ghost}>
      <svg className={classes.drawing} viewBox="0 0 400 140" preserveAspectRatio="none" aria-hidden="true">
        <path className={classes.grid} d="M0 20H400M0 58H400M0 96H400M0 134H400" />
        <path
          className={classes.area}
          d="M0 124C40 116 60 90 100 98s60 24 100-6 60-44 100-30 60 20 100-28V134H0Z"
        />
        <path className={classes.line} d="M0 124C40 116 60 90 100 98s60 24 100-6 60-44 100-30 60 20 100-28" />
      </svg>
      <div className={classes.text}>
        <p className={classes.heading}>{m.analytics_ghost_heading()}</p>
        <p className={classes.hint}>{m.analytics_ghost_hint()}</p>
        {action}
      </div>
    </Card>
  )
}
