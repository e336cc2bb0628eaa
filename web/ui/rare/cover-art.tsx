import type { CSSProperties, ReactNode } from 'react'
import { seedOf } from '#rules/seed.ts'
import { BrandLogo, type LogoBrand } from '../brand-logo.tsx'
import { usePicture } from '../common/use-picture.ts'
import classes from './cover-art.module.css'

export interface CoverArtProps {
  /** Its colours are the ground, its logo stands on it. */
  brand: LogoBrand
  /** What the drawing is composed from: things of one brand differ. */
  seed: string
  /** What stands in the drawing, e.g. a category's icon. */
  glyph?: ReactNode
  /** A picture in place of the drawing. */
  imageUrl?: string | null
  /** `card` 168 px high; `hero` higher, up to the edges. */
  size?: 'card' | 'hero'
  /** It is among the first things seen: its picture is loaded at once. */
  eager?: boolean
  /** Something in the upper corner, e.g. a "New" pill. */
  corner?: ReactNode
  /** On the art, large: what it is worth, or a name. */
  children?: ReactNode
}

/** Compositions that the style sheet draws, the same as rules/cover-drawing.ts: as script they cost home 1 KB. */
const ways = 6

/** Cover art: a picture, or one of six compositions in the brand's colours, with the brand's logo on it. */
export function CoverArt({
  brand,
  seed,
  glyph,
  imageUrl,
  size = 'card',
  eager = size === 'hero',
  corner,
  children,
}: CoverArtProps) {
  const { isShown, watched } = usePicture(imageUrl)
  const style = { '--base': brand.colors.base, '--glow': brand.colors.glow } as CSSProperties
  return (
    <div className={classes.art} data-size={size} style={style}>
      {imageUrl && isShown ? (
        <img
          className={classes.image}
          src={imageUrl}
          width={960}
          height={432}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          // One that was a card's just now is there at once.
          decoding={size === 'hero' ? 'sync' : 'async'}
          {...watched}
        />
      ) : (
        <span className={classes.composition} data-way={seedOf(seed) % ways}>
          {glyph}
        </span>
      )}
      {size === 'card' && (
        <span className={classes.logo}>
          <BrandLogo brand={brand} size={36} />
        </span>
      )}
      {corner && <span className={classes.corner}>{corner}</span>}
      {children && <div className={classes.words}>{children}</div>}
    </div>
  )
}
