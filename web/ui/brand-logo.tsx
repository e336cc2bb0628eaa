import type { CSSProperties } from 'react'
import { firstLetter, seedOf } from '#rules/seed.ts'
import { usePicture } from './common/use-picture.ts'
import classes from './brand-logo.module.css'

/** What of a brand its logo is drawn from. */
export interface LogoBrand {
  name: string
  /** `#rrggbb`: the ground, which carries white text, and the light on it. */
  colors: { base: string; glow: string }
  logoURL?: string | null
}

/** A brand's logo on a small tile, or its first letter drawn in its colours. Decorative: the name is beside it. */
export function BrandLogo({ brand, size = 44 }: { brand: LogoBrand; size?: number }) {
  const { name, colors, logoURL } = brand
  const { isShown, watched } = usePicture(logoURL)
  const box: CSSProperties = { width: size, height: size, borderRadius: Math.round(size * 0.3) }
  if (logoURL && isShown)
    return (
      <img
        className={classes.logo}
        style={box}
        src={logoURL}
        width={size}
        height={size}
        alt=""
        loading="lazy"
        decoding="async"
        {...watched}
      />
    )
  const seed = seedOf(name)
  const style = {
    ...box,
    fontSize: size * 0.46,
    '--base': colors.base,
    '--glow': colors.glow,
    '--x': `${70 + (seed % 40)}%`,
    '--y': `${(seed >> 6) % 40}%`,
  } as CSSProperties
  return (
    <span className={classes.monogram} style={style} aria-hidden="true">
      {firstLetter(name)}
    </span>
  )
}
