import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { C, Scene, type DrawnCoin } from './drawings.tsx'
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

/** The points coin's star at any place and size. */
function Star({ x, y, r, turn = 0, isGhost }: DrawnCoin) {
  return (
    <g
      transform={`translate(${x} ${y}) rotate(${turn}) scale(${r / 10})`}
      data-ghost={isGhost || undefined}
      className={drawingClasses.pointsCoin}
    >
      <circle r="9" />
      <path d="M0-5.4 1.6-2l3.7.5-2.7 2.6.7 3.7L0 3l-3.3 1.8.7-3.7-2.7-2.6 3.7-.5z" />
    </g>
  )
}
