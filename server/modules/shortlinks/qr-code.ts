import { encode } from 'uqr'
import { inImageTurn } from '#server/platform/image-turns.ts'
import { siteLogoPng } from '#server/platform/site-logo.ts'
import { markAt, type Colour } from './mark-pixels.ts'

/** White modules around the code, as readers want them. */
const quiet = 4

/** The mark's share of the width: a thirtieth of the area, where the code mends up to three tenths. */
const logoShare = 0.2

export interface QrOptions {
  /** The site's logo in the middle: the mark, where it has none of its own. */
  logo: boolean
}

/** A short link as a code for cameras: black on white, one path, as large as it is shown. */
export async function qrSvg(text: string, { logo }: QrOptions): Promise<string> {
  const { data, size } = encode(text, { ecc: logo ? 'H' : 'M', border: quiet })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/>${logo ? await middle(size) : ''}</svg>`
  )
}

/**
 * The same in pixels, `size` of them a side. Drawn by ourselves: photos keep the image library from reading drawings
 * (server/platform/uploaded-image.ts), and every module is a whole number of pixels. Throws
 * `unavailable` where too many images wait.
 */
export async function qrPng(text: string, options: QrOptions & { size: number }): Promise<Buffer> {
  const { data, size: modules } = encode(text, { ecc: options.logo ? 'H' : 'M', border: quiet })
  const scale = Math.max(1, Math.floor(options.size / modules))
  const logo = options.logo ? await siteLogoPng(Math.round((modules - 2 * quiet) * scale * logoShare)) : null
  return await inImageTurn(async () => await drawn(data, { ...options, modules, scale, own: logo }))
}

async function drawn(
  data: boolean[][],
  {
    size,
    logo,
    modules,
    scale,
    own,
  }: QrOptions & { size: number; modules: number; scale: number; own: Buffer | null },
): Promise<Buffer> {
  const start = Math.floor((size - modules * scale) / 2)
  const pixels = new Uint8Array(size * size * 3).fill(255)
  const set = (x: number, y: number, colour: Colour) => pixels.set(colour, (y * size + x) * 3)
  for (let y = 0; y < modules * scale; y++)
    for (let x = 0; x < modules * scale; x++)
      if (data[Math.floor(y / scale)]![Math.floor(x / scale)]) set(start + x, start + y, [0, 0, 0])
  if (logo && own === null) {
    const width = (modules - 2 * quiet) * scale * logoShare
    const corner = start + (modules * scale - width) / 2
    const unit = 32 / width
    const edge = Math.ceil(3 / unit)
    for (let y = Math.floor(corner) - edge; y < corner + width + edge; y++)
      for (let x = Math.floor(corner) - edge; x < corner + width + edge; x++) {
        const colour = markAt((x - corner) * unit, (y - corner) * unit, unit)
        if (colour) set(x, y, colour)
      }
  }
  const { default: sharp } = await import('sharp')
  const code = sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
  // In the middle, with a module of white around it, as the mark has.
  const shown =
    own &&
    (await sharp(own)
      .extend({ ...around(scale), background: '#fff' })
      .toBuffer())
  return await (shown ? code.composite([{ input: shown, gravity: 'centre' }]) : code)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

const around = (margin: number) => ({ top: margin, bottom: margin, left: margin, right: margin })

async function middle(size: number): Promise<string> {
  const own = await siteLogoPng(256)
  if (own === null) return mark(size)
  const width = (size - 2 * quiet) * logoShare
  const start = (size - width) / 2
  const square = (inset: number) =>
    ['x', 'y'].map((name) => `${name}="${(start - inset).toFixed(3)}"`).join(' ') +
    ['width', 'height'].map((name) => ` ${name}="${(width + 2 * inset).toFixed(3)}"`).join('')
  return (
    `<rect ${square(1)} fill="#fff"/>` +
    `<image ${square(0)} href="data:image/png;base64,${own.toString('base64')}"/>`
  )
}

/** The mark of web/public/favicon.svg, with white around it. */
function mark(size: number): string {
  const width = (size - 2 * quiet) * logoShare
  const start = (size - width) / 2
  const scale = width / 32
  return (
    `<g transform="translate(${start.toFixed(3)} ${start.toFixed(3)}) scale(${scale.toFixed(4)})" shape-rendering="auto">` +
    `<rect x="-3" y="-3" width="38" height="38" rx="11" fill="#fff"/>` +
    `<rect width="32" height="32" rx="10" fill="#085c46"/>` +
    `<path d="M20.6 10.2a8 8 0 1 0 0 11.6" fill="none" stroke="#fff" stroke-width="4.2" stroke-linecap="round"/>` +
    `<circle cx="22.4" cy="16" r="2.9" fill="#fbb92e"/></g>`
  )
}
