import { seedOf } from './seed.ts'

/**
 * A shape on a cover, around its middle at `x` and `y` of the width and height: an ellipse of radii in pixels of a card,
 * or in shares of its width and height as `58%`; or a path in pixels.
 */
export interface CoverShape {
  x: string
  y: string
  rx?: number | string
  ry?: number | string
  d?: string
  /** `glow`: the brand's light colour. */
  fill: 'glow' | '#fff' | '#000'
  opacity: number
}

/**
 * What a campaign's cover is composed of: the same on its card, its page and in previews of its links. The screens have
 * it as a style sheet (web/ui/rare/cover-art.module.css), where it costs no script; a test compares them.
 */
export interface CoverDrawing {
  /** The ones behind first. */
  shapes: readonly CoverShape[]
  /** Where the category's glyph has its middle. */
  glyph: { x: string; y: string }
}

/** The composition of a campaign's cover, one of six by `seed`. */
export function coverDrawing(seed: string): CoverDrawing {
  return drawings[seedOf(seed) % drawings.length]!
}

const glow = { fill: 'glow', opacity: 0.36 } as const
const light = { fill: '#fff', opacity: 0.1 } as const
const shade = { fill: '#000', opacity: 0.14 } as const

const round = (x: string, y: string, r: number) => ({ x, y, rx: r, ry: r })
const drawn = (x: string, y: string, d: string) => ({ x, y, d })

const drawings: readonly CoverDrawing[] = [
  // A sun and its ring.
  {
    shapes: [
      {
        ...drawn(
          '80%',
          '46%',
          'M-117 0a117 117 0 1 0 234 0a117 117 0 1 0-234 0zM-113 0a113 113 0 1 1 226 0a113 113 0 1 1-226 0z',
        ),
        ...light,
      },
      { ...round('80%', '46%', 84), ...glow },
    ],
    glyph: { x: '80%', y: '46%' },
  },
  // Hills under a low sun.
  {
    shapes: [
      { ...round('92%', '20%', 44), ...glow },
      { x: '52%', y: '122%', rx: '60%', ry: '58%', ...shade },
      { x: '92%', y: '118%', rx: '58%', ry: '70%', ...light },
    ],
    glyph: { x: '80%', y: '42%' },
  },
  // Bands.
  {
    shapes: [
      { ...drawn('63%', '50%', 'M101-250h43l-202 500h-43z'), ...light },
      { ...drawn('80%', '50%', 'M101-250h27l-202 500h-27z'), ...glow },
      { ...drawn('92%', '50%', 'M101-250h900v500h-1102z'), ...light },
    ],
    glyph: { x: '80%', y: '46%' },
  },
  // An arch in an arch.
  {
    shapes: [
      { ...round('80%', '84%', 118), ...light },
      { ...round('80%', '84%', 78), ...glow },
    ],
    glyph: { x: '80%', y: '56%' },
  },
  // A folded sheet.
  {
    shapes: [
      { ...drawn('60%', '50%', 'M81-250h1500v500h-1662z'), ...glow },
      { ...drawn('50%', '46%', 'M-1500 546L1500-546V900H-1500z'), ...shade },
    ],
    glyph: { x: '76%', y: '46%' },
  },
  // Three rounds.
  {
    shapes: [
      { ...round('58%', '88%', 42), ...shade },
      { ...round('84%', '58%', 74), ...glow },
      { ...round('62%', '24%', 54), ...light },
    ],
    glyph: { x: '80%', y: '46%' },
  },
]

/** A cover's ground: from the colour at the left, which carries white text, to that at the right. */
export function coverGround({ base, glow: lit }: { base: string; glow: string }): {
  from: string
  to: string
} {
  return { from: mixed(base, '#000000', 0.28), to: mixed(base, lit, 0.22) }
}

/** `share` of the other colour in the one, as `#rrggbb`. */
function mixed(one: string, other: string, share: number): string {
  const part = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  const parts = [1, 3, 5].map((at) => Math.round(part(one, at) * (1 - share) + part(other, at) * share))
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
