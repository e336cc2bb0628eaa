import { drawableText } from './drawable-text.ts'

/** A picture to be drawn: its elements, and the stored images in them. */
export interface SharePicture {
  width: number
  height: number
  root: PictureElement
}

/** An element as satori reads it: what React would make of JSX. */
export interface PictureElement {
  type: 'div' | 'img'
  props: { style: PictureStyle; src?: string; children?: PictureElement[] | string }
}

export type PictureStyle = Record<string, string | number>

/** A box: its children in a row, or in a column where the style says so. */
export function box(style: PictureStyle, ...children: (PictureElement | null)[]): PictureElement {
  const shown = children.filter((child) => child !== null)
  // Without `display` satori refuses a box of several.
  return {
    type: 'div',
    props: { style: { display: 'flex', ...style }, ...(shown.length > 0 && { children: shown }) },
  }
}

/** Text in a line, or in several; one that cannot be drawn is left out. */
export function words(text: string | null, style: PictureStyle): PictureElement | null {
  const drawn = text === null ? null : drawableText(text)
  return drawn === null
    ? null
    : { type: 'div', props: { style: { display: 'block', ...style }, children: drawn } }
}

/** A drawing of ours, as large as `style` says. */
export function drawing(
  svg: string,
  style: PictureStyle & { width: number; height: number },
): PictureElement {
  return {
    type: 'img',
    props: { style, src: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` },
  }
}

/** Before the key of a stored image, in the place of an address. */
export const storedPrefix = 'stored:'

/**
 * A stored image, by the address it is served at; null where it is none of ours. Where its file is gone, nothing is
 * drawn.
 */
export function storedImage(
  url: string | null,
  style: PictureStyle & { width: number; height: number },
): PictureElement | null {
  const key = url?.startsWith('/files/') ? url.slice('/files/'.length) : null
  if (!key?.endsWith('.webp')) return null
  return { type: 'img', props: { style: { objectFit: 'cover', ...style }, src: storedPrefix + key } }
}

/** Over all that was drawn before. */
export const whole = { position: 'absolute', top: 0, left: 0, width: '100%', height: '100%' } as const

/** Headings and large numbers. */
export const display = {
  fontFamily: 'Bricolage, Bricolage more, Figtree more',
  fontWeight: 700,
  letterSpacing: '-0.02em',
}

/** The largest size of letters at which a text fits into so many lines; the least where none does. */
export function sizeFor(
  text: string,
  { most, least, width, lines }: { most: number; least: number; width: number; lines: number },
): number {
  for (let size = most; size > least; size -= 2)
    // Letters are a good half as wide as high.
    if (linesOf(text.split(' '), width / (0.56 * size)) <= lines) return size
  return least
}

/** How many lines words take where so many letters fit into one; a longer word fits into none. */
function linesOf(words: readonly string[], letters: number): number {
  let [lines, room] = [0, 0]
  for (const { length } of words) {
    if (length > letters) return Infinity
    room -= length + 1
    if (lines === 0 || room < 0) {
      lines += 1
      room = letters - length
    }
  }
  return lines
}
