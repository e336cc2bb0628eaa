import type { Sharp } from 'sharp'
import { problem } from './http/problems.ts'
import { inImageTurn } from './image-turns.ts'

/** More than any phone takes; decoding takes 4 bytes for each. */
const inputPixelsMax = 50_000_000

/** How files of each accepted type begin, in hexadecimal. */
const beginnings: Record<string, RegExp> = {
  'image/jpeg': /^ffd8ff/,
  'image/png': /^89504e470d0a1a0a/,
  'image/webp': /^52494646.{8}57454250/,
}

/**
 * An uploaded image written anew as WebP: upright, in sRGB, resized by `resize`, without anything else the file had.
 * Throws `image_unreadable` for what is damaged or not what `type` says, `image_too_large` for too many pixels, and
 * `unavailable` where too many wait.
 */
export async function uploadedImage(
  bytes: Uint8Array,
  type: string,
  resize: (image: Sharp) => Sharp,
): Promise<Uint8Array> {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('hex')
  if (!beginnings[type]?.test(head)) throw problem('image_unreadable')
  const sharp = await imageLibrary()
  return await inImageTurn(async () => {
    const image = sharp(bytes, { limitInputPixels: inputPixelsMax, failOn: 'truncated', pages: 1 })
    try {
      return await resize(image.autoOrient())
        .flatten({ background: '#ffffff' })
        .webp({ quality: 82 })
        .toBuffer()
    } catch (cause) {
      const tooLarge = cause instanceof Error && cause.message.includes('exceeds pixel limit')
      throw problem(tooLarge ? 'image_too_large' : 'image_unreadable', { cause })
    }
  })
}

let library: ReturnType<typeof openImageLibrary> | undefined

/** Loaded by the first image; it reads JPEG, PNG and WebP, and nothing else. */
export async function imageLibrary() {
  return await (library ??= openImageLibrary())
}

/**
 * It may read the three types and nothing else: SVG, PDF and the rest stay closed. That is said to the whole process,
 * and only once: said again, it would for a moment close the three types too, to images that are just being read.
 */
async function openImageLibrary() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  return sharp
}
