import { createInterface } from 'node:readline'
import satori from 'satori'
import sharp from 'sharp'
import { pictureFonts, readFont } from './fonts.ts'
import { storedPrefix, type PictureElement, type SharePicture } from './picture.ts'

/*
 * Draws share pictures, one after the other: a line of JSON in, a line with a PNG image in base64 out. Started by
 * picture-process.ts, and ended by the end of its input. Text becomes paths: the machine's fonts are not asked.
 */

/** A picture with the images in it, in base64 by key. */
export interface PictureJob extends SharePicture {
  images: Record<string, string>
}

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer', 'VipsForeignLoadWebpBuffer'] })

const fonts = pictureFonts.map(({ name, file, weight }) => ({
  name,
  weight,
  style: 'normal' as const,
  data: readFont(file),
}))

for await (const line of createInterface({ input: process.stdin })) {
  const image = await drawn(JSON.parse(line) as PictureJob).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`)
    return null
  })
  process.stdout.write(`${JSON.stringify(image && image.toString('base64'))}\n`)
}

async function drawn({ width, height, root, images }: PictureJob): Promise<Buffer> {
  const element = (await withImages(root, images))!
  // A missing glyph is drawn as nothing, and not asked for on the network; drawable-text.ts lets none come here.
  const svg = await satori(element as never, { width, height, fonts, loadAdditionalAsset: async () => [] })
  return await sharp(Buffer.from(svg)).png({ compressionLevel: 9, effort: 7 }).toBuffer()
}

/** With the stored images in place of their keys, as large as they are drawn; null where one cannot be read. */
async function withImages(
  { type, props }: PictureElement,
  images: PictureJob['images'],
): Promise<PictureElement | null> {
  const { children, src, style } = props
  if (src?.startsWith(storedPrefix)) {
    const bytes = images[src.slice(storedPrefix.length)]
    const found = bytes === undefined ? null : await pngOf(bytes, style).catch(() => null)
    return found === null ? null : { type, props: { style, src: found } }
  }
  if (!Array.isArray(children)) return { type, props }
  const made: PictureElement[] = []
  for (const child of children) {
    const one = await withImages(child, images)
    if (one) made.push(one)
  }
  return { type, props: { ...props, children: made } }
}

async function pngOf(base64: string, { width, height }: PictureElement['props']['style']): Promise<string> {
  const bytes = await sharp(Buffer.from(base64, 'base64'))
    .resize(Number(width), Number(height), { fit: 'cover', position: 'right' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return `data:image/png;base64,${bytes.toString('base64')}`
}
