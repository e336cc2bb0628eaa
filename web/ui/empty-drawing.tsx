import { C, Scene } from './drawings.tsx'
import classes from './drawings.module.css'

/** An empty shelf with the ghost of a coin: nothing here yet. */
export function EmptyDrawing() {
  return (
    <Scene>
      <C x={62} y={84} r={24} kind="ghost" />
      <C x={138} y={84} r={24} kind="ghost" />
      <C x={100} y={72} r={33} />
      <path className={classes.spark} d="M142 34l6-7M150 48h9M58 34l-6-7" />
    </Scene>
  )
}
