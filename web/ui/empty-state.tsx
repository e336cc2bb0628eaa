import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { C, Scene, Star } from './drawings.tsx'
import drawingClasses from './drawings.module.css'
import classes from './state.module.css'

/** Where a list has nothing yet: what will be here, and the one way to begin. */
export function EmptyState({
  heading,
  hint,
  action,
  of = 'crels',
  drawing,
}: {
  heading: ReactNode
  hint?: ReactNode
  action?: ReactNode
  /** Whose coin is drawn. */
  of?: 'crels' | 'points'
  drawing?: ReactNode
}) {
  return (
    <Card className={classes.state}>
      {drawing ?? <EmptyDrawing of={of} />}
      <p className={classes.heading}>{heading}</p>
      {hint && <p className={classes.hint}>{hint}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </Card>
  )
}

/** An empty shelf with the ghosts of coins: nothing here yet. */
function EmptyDrawing({ of }: { of: 'crels' | 'points' }) {
  const OneCoin = of === 'points' ? Star : C
  return (
    <Scene>
      <OneCoin x={62} y={84} r={24} isGhost />
      <OneCoin x={138} y={84} r={24} isGhost />
      <OneCoin x={100} y={72} r={33} />
      <path className={drawingClasses.spark} d="M142 34l6-7M150 48h9M58 34l-6-7" />
    </Scene>
  )
}
