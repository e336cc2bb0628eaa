import { Coin } from './coin.tsx'
import classes from './celebration.module.css'

/**
 * Something went right: a coin that drops in beside a sentence. Stands inside an element that is a live region from
 * the beginning, so that a screen reader says it; with reduced motion nothing moves.
 */
export function Celebration({ text }: { text: string }) {
  return (
    <p className={classes.celebration}>
      <Coin size={44} className={classes.coin} />
      <b>{text}</b>
    </p>
  )
}
