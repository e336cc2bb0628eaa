import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { EmptyDrawing } from './empty-drawing.tsx'
import classes from './state.module.css'

/** Where a list has nothing yet: what will be here, and the one way to begin. */
export function EmptyState({
  heading,
  hint,
  action,
  drawing,
}: {
  heading: ReactNode
  hint?: ReactNode
  action?: ReactNode
  drawing?: ReactNode
}) {
  return (
    <Card className={classes.state}>
      {drawing ?? <EmptyDrawing />}
      <p className={classes.heading}>{heading}</p>
      {hint && <p className={classes.hint}>{hint}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </Card>
  )
}
