import { m } from '#messages'
import { seedOf } from '#rules/seed.ts'
import { siteLogoURL } from '../site-logo.ts'
import { drawableLetter, drawableText } from './drawable-text.ts'
import {
  box,
  display,
  drawing,
  storedImage,
  whole,
  words,
  type PictureElement,
  type PictureStyle,
  type SharePicture,
} from './picture.ts'

/** As networks show a preview across the width of a post. */
export const previewSize = { width: 1200, height: 630 }

/** A picture for previews of links, on a ground of its own. */
export function previewPicture(ground: PictureStyle, ...children: (PictureElement | null)[]): SharePicture {
  return {
    ...previewSize,
    root: box(
      { position: 'relative', width: '100%', height: '100%', overflow: 'hidden', ...ground },
      ...children,
    ),
  }
}

/** The colours of web/theme/tokens.css. */
export const colours = {
  emerald: '#085c46',
  deepEmerald: '#05382c',
  marigold: '#fbb92e',
  paleMarigold: '#fff0cc',
  ink: '#131a17',
  ink2: '#46524d',
  brown: '#3b0f04',
} as const

const text = 'Figtree, Figtree more, Bricolage more'

/** Everything that is not a heading. */
export const plain = { fontFamily: text, fontWeight: 500 } as const
export const strong = { fontFamily: text, fontWeight: 700 } as const

/** A drawing of ours on its own units. */
export function svg(viewBox: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${content}</svg>`
}

/** The site's logo with its name, small in a corner. */
export function wordmark(color: string, height: number): PictureElement {
  const tile = svg(
    '0 0 32 32',
    `<rect width="32" height="32" rx="10" fill="${color === '#fff' ? 'rgba(0,0,0,.28)' : colours.emerald}"/><path d="M20.6 10.2a8 8 0 1 0 0 11.6" fill="none" stroke="#fff" stroke-width="4.2" stroke-linecap="round"/><circle cx="22.4" cy="16" r="2.9" fill="#fbb92e"/>`,
  )
  return box(
    { alignItems: 'center', gap: Math.round(height * 0.3), color },
    storedImage(siteLogoURL(), { width: height, height, borderRadius: Math.round(height * 0.31) }) ??
      drawing(tile, { width: height, height }),
    words(drawableText(m.common_app_name()) ?? '', {
      ...display,
      fontSize: Math.round(height * 0.78),
      lineHeight: 1,
    }),
  )
}

/** The crel coin of web/ui/common/coin.tsx. */
export function crelCoin(size: number): PictureElement {
  const coin = svg(
    '0 0 20 20',
    '<circle cx="10" cy="10" r="9.6" fill="#0b7255"/><circle cx="10" cy="10" r="9.1" fill="none" stroke="#fbb92e" stroke-width=".7"/><path d="M12.9 7a4.2 4.2 0 1 0 0 6" fill="none" stroke="#fbb92e" stroke-width="2.3" stroke-linecap="round"/><circle cx="13.8" cy="10" r="1.45" fill="#fbb92e"/>',
  )
  return drawing(coin, { width: size, height: size })
}

/** The points coin of web/ui/common/coin.tsx. */
export function pointsCoin(size: number): PictureElement {
  const coin = svg(
    '0 0 20 20',
    '<circle cx="10" cy="10" r="9" fill="#fffdf7" stroke="#f0a30a" stroke-width="1.3"/><path d="m10 4.6 1.6 3.4 3.7.5-2.7 2.6.7 3.7-3.3-1.8-3.3 1.8.7-3.7-2.7-2.6 3.7-.5z" fill="#f0a30a" stroke="#f0a30a" stroke-width=".7" stroke-linejoin="round"/>',
  )
  return drawing(coin, { width: size, height: size })
}

export interface PictureBrand {
  name: string
  colors: { base: string; glow: string }
  logoURL: string | null
}

/**
 * A brand's logo on a tile: over the first letter of its name in its colours, or over `without` where that cannot be
 * drawn.
 */
export function brandTile(
  brand: PictureBrand,
  size: number,
  without: PictureElement | null = null,
): PictureElement {
  const { name, colors, logoURL } = brand
  const seed = seedOf(name)
  const letter = drawableLetter(name)
  const light = `radial-gradient(circle at ${70 + (seed % 40)}% ${(seed >> 6) % 40}%, ${colors.glow}99, ${colors.glow}00 70%)`
  return box(
    {
      position: 'relative',
      width: size,
      height: size,
      borderRadius: Math.round(size * 0.28),
      overflow: 'hidden',
      alignItems: 'center',
      justifyContent: 'center',
      backgroundColor: colors.base,
      backgroundImage: light,
      boxShadow: `0 ${Math.round(size * 0.04)}px ${Math.round(size * 0.16)}px rgba(0,0,0,.28)`,
      color: '#fff',
    },
    letter === null
      ? without
      : words(letter, { ...display, fontSize: Math.round(size * 0.5), lineHeight: 1 }),
    storedImage(logoURL, { ...whole, width: size, height: size }),
  )
}

/** A member's photo in a circle, over the first letter of their name; a smile where that cannot be drawn. */
export function portrait(member: { name: string; photoURL: string | null }, size: number): PictureElement {
  const letter = drawableLetter(member.name)
  const smile = svg(
    '0 0 36 36',
    '<path d="M11.5 15v.01M24.5 15v.01" stroke="#3b1503" stroke-width="3.6" stroke-linecap="round"/><path d="M11 20a7.2 7.2 0 0 0 14 0" fill="none" stroke="#3b1503" stroke-width="2.4" stroke-linecap="round"/>',
  )
  return box(
    {
      position: 'relative',
      width: size,
      height: size,
      borderRadius: size,
      overflow: 'hidden',
      alignItems: 'center',
      justifyContent: 'center',
      backgroundImage: 'linear-gradient(135deg, #ffd066, #ff9d7a)',
      color: '#3b1503',
    },
    letter === null
      ? drawing(smile, { width: size, height: size })
      : words(letter, { ...display, fontSize: Math.round(size * 0.48), lineHeight: 1 }),
    storedImage(member.photoURL, { ...whole, width: size, height: size, borderRadius: size }),
  )
}
