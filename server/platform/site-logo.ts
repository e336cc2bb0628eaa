import { filesPrefix } from './files/stored-files.ts'
import { inImageTurn } from './image-turns.ts'
import { imageLibrary } from './uploaded-image.ts'

/** The pixels that a site's logo is kept in: what the largest icon of an installed app has. */
export const siteLogoSize = { width: 512, height: 512, fit: 'contain' } as const

/** Where the logo in force comes from. */
interface LogoSource {
  /** The key of its stored file; null while the site has the mark of Crels. */
  key(): string | null
  read(key: string): Promise<Uint8Array>
}

const none: LogoSource = { key: () => null, read: async () => await Promise.reject(new Error('No logo')) }
let source = none

/** From now on the site's logo is what `from` says; without it the mark of Crels. */
export function takeSiteLogoFrom(from: LogoSource = none): void {
  source = from
}

/** The address of the site's logo, a square image; null where it is the mark of Crels. */
export function siteLogoURL(): string | null {
  const key = source.key()
  return key === null ? null : filesPrefix + key
}

/** The drawings of one logo, by their size. */
let drawn: { key: string; images: Map<string, Promise<Buffer>> } | undefined

/**
 * The site's logo as a square PNG of `edge` pixels, with a fifth of it left white around it where a device cuts a shape
 * out of it; null where it is the mark of Crels, which has files of its own. Throws `unavailable` where the file cannot
 * be read.
 */
export async function siteLogoPng(edge: number, { isCut = false } = {}): Promise<Buffer | null> {
  const key = source.key()
  if (key === null) return null
  if (drawn?.key !== key) drawn = { key, images: new Map() }
  const { images } = drawn
  // Codes for cameras have many sizes.
  if (images.size > 20) images.clear()
  const name = `${edge} ${isCut}`
  const image = images.get(name) ?? drawLogo(await source.read(key), edge, isCut)
  images.set(name, image)
  // What failed is tried again.
  image.catch(() => images.delete(name))
  return await image
}

async function drawLogo(bytes: Uint8Array, edge: number, isCut: boolean): Promise<Buffer> {
  const sharp = await imageLibrary()
  const margin = isCut ? Math.round(edge / 10) : 0
  const inner = edge - 2 * margin
  return await inImageTurn(
    async () =>
      await sharp(bytes)
        .resize(inner, inner)
        .extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#ffffff' })
        .png()
        .toBuffer(),
  )
}
