import type { CSSProperties } from 'react'
import classes from './confetti.module.css'

const pieces = 28

/** Paper that falls once over its container (`position: relative`), behind the words; nothing under reduced motion. */
export function Confetti() {
  return (
    <span className={classes.confetti} aria-hidden="true">
      {Array.from({ length: pieces }, (_, piece) => (
        // Spread by the golden ratio: even, and the same each time.
        <i key={piece} style={{ '--at': (piece * 0.618) % 1, '--nr': piece % 7 } as CSSProperties} />
      ))}
    </span>
  )
}
