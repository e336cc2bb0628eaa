import { json } from 'node:stream/consumers'
import sharp from 'sharp'

/*
 * Draws SVG read from standard input, started by drawings.ts. It answers PNG images in base64 as a JSON list, null for
 * one that cannot be drawn. Drawings come from memory and so have no address: the library follows no link out of them.
 * After the milliseconds of its first argument it ends itself: who started it may have been killed.
 */

// Not an exit, which would wait for a drawing under way.
setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(process.argv[2])).unref()

/** What is drawn of a drawing that says it is endlessly large, and the finest it is drawn. */
const pixelsMax = 16_000_000
const densityMax = 2_400

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })

const drawings = (await json(process.stdin)) as { svg: string; width: number; height: number }[]
const images: (string | null)[] = []
for (const { svg, width, height } of drawings) {
  const image = await drawn(Buffer.from(svg, 'base64'), width, height).catch(() => null)
  images.push(image && image.toString('base64'))
}
process.stdout.write(JSON.stringify(images))

/** Drawn as fine as its box needs: a logo of 24 units has no edge of 24 pixels. */
async function drawn(svg: Buffer, width: number, height: number): Promise<Buffer> {
  const own = await sharp(svg, { limitInputPixels: pixelsMax }).metadata()
  const scale = Math.max(width / own.width, height / own.height)
  const density = Math.min(densityMax, Math.max(1, 72 * scale))
  return await sharp(svg, { density, limitInputPixels: pixelsMax })
    .resize(width, height, { fit: 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer()
}
