import { C, Scene } from './drawings.tsx'
import classes from './drawings.module.css'

/** A coin that rolled off the path: page not found. */
export function LostDrawing() {
  return (
    <Scene>
      <path className={classes.trail} d="M14 98c22-34 40-34 54-16s28 22 44 6 22-30 34-34" />
      <C x={154} y={84} r={31} turn={38} />
      <path className={classes.spark} d="M182 40l6-8M168 34v-10M192 56h8" />
      <circle className={classes.pin} cx="14" cy="98" r="6" />
    </Scene>
  )
}
