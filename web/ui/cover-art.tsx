import type { CSSProperties, ReactNode } from 'react'
import classes from './cover-art.module.css'

export interface CoverArtProps {
  /** What is written on it, and what it is drawn from: the same name and colours give the same picture. */
  name: string
  /** The two colours, `#rrggbb`: the ground, and the one soft light on it. */
  base: string
  glow: string
  /** Draws from this in place of the name, so that things of one name differ. */
  seed?: string
  /** A picture in place of the drawing. */
  imageUrl?: string | null
  /** `card` 150 px high, `hero` 220 px and up to the edges, `tile` a small square without the name. */
  size?: 'card' | 'hero' | 'tile'
  /** Something in the upper corner, e.g. a "New" pill. */
  corner?: ReactNode
}

/** Cover art: the brand's colour, one soft light, an arc of the coin, the brand's name. Decorative. */
export function CoverArt({
  name,
  base,
  glow,
  seed: from = name,
  imageUrl,
  size = 'card',
  corner,
}: CoverArtProps) {
  const seed = seedOf(from)
  const style = {
    '--base': base,
    '--glow': glow,
    '--light-x': `${70 + (seed % 25)}%`,
    '--light-y': `${6 + ((seed >> 5) % 26)}%`,
    '--arc-x': `${58 + ((seed >> 9) % 34)}%`,
    '--arc-y': `${20 + ((seed >> 13) % 60)}%`,
    '--arc-turn': `${(seed >> 3) % 360}deg`,
  } as CSSProperties
  return (
    <div className={classes.art} data-size={size} style={style}>
      {imageUrl ? (
        <img className={classes.image} src={imageUrl} alt="" loading="lazy" />
      ) : (
        <span className={classes.arc} />
      )}
      {size !== 'tile' && (
        <span className={classes.name} aria-hidden="true">
          {name}
        </span>
      )}
      {corner && <span className={classes.corner}>{corner}</span>}
    </div>
  )
}

/** A number from a name, spread over 31 bits (FNV-1a). */
function seedOf(name: string): number {
  let hash = 0x811c9dc5
  for (const letter of name) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  return hash >>> 1
}
