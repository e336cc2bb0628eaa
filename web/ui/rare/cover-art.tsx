import { useState, type CSSProperties, type ReactNode } from 'react'
import { coverDrawing, coverGround } from '#rules/cover-drawing.ts'
import { BrandLogo, type LogoBrand } from '../brand-logo.tsx'
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

/** Cover art: a picture, or a composition in the brand's colours (rules/cover-drawing.ts), with the brand's logo on it. */
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
  // A picture that does not come is no empty box.
  const [failed, setFailed] = useState<string | null>(null)
  const { from, to } = coverGround(brand.colors)
  const style = { '--from': from, '--to': to } as CSSProperties
  return (
    <div className={classes.art} data-size={size} style={style}>
      {imageUrl && imageUrl !== failed ? (
        <img
          className={classes.image}
          src={imageUrl}
          width={960}
          height={432}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setFailed(imageUrl)}
        />
      ) : (
        <Composition seed={seed} glow={brand.colors.glow} glyph={glyph} />
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

function Composition({ seed, glow, glyph }: { seed: string; glow: string; glyph: ReactNode }) {
  const { shapes, glyph: place } = coverDrawing(seed)
  return (
    <>
      <svg className={classes.composition} aria-hidden="true">
        {shapes.map(({ x, y, rx, ry, d, opacity, ...shape }) => {
          const fill = shape.fill === 'glow' ? glow : shape.fill
          const key = `${x} ${y} ${rx} ${d}`
          if (d === undefined) return <ellipse key={key} cx={x} cy={y} {...{ rx, ry, fill, opacity }} />
          return (
            <svg key={key} x={x} y={y} overflow="visible">
              <path {...{ d, fill, opacity }} />
            </svg>
          )
        })}
      </svg>
      <span className={classes.glyph} style={{ left: place.x, top: place.y }}>
        {glyph}
      </span>
    </>
  )
}
