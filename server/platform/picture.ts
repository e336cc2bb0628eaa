import type { ResizeOptions } from 'sharp'
import { drawnImages, isDrawing } from './drawings.ts'
import { problem } from './http/problems.ts'
import { uploadedImage } from './uploaded-image.ts'

/** How large a picture is kept, and how another shape is fitted into it. */
export type PictureSize = { width: number; height: number } & Pick<ResizeOptions, 'fit'>

/** More than any camera writes. */
const bytesMax = 20 * 1024 * 1024

/**
 * A JPEG, PNG, WebP or SVG file as the WebP image that is kept; of SVG nothing is kept but how it looks. Throws
 * `image_unreadable` and `image_too_large`.
 */
export async function pictureOf(bytes: Uint8Array, size: PictureSize): Promise<Uint8Array> {
  if (bytes.length > bytesMax) throw problem('image_too_large')
  if (!isDrawing(bytes)) return await fitted(bytes, typeOf(bytes), size)
  const [image] = await drawnImages([{ svg: bytes, width: size.width, height: size.height }])
  return await fitted(image!, 'image/png', size)
}

/** SVG drawings as the WebP images that are kept, drawn by one process. */
export async function picturesOfDrawings(drawings: string[], size: PictureSize): Promise<Uint8Array[]> {
  const { width, height } = size
  const images = await drawnImages(drawings.map((svg) => ({ svg: Buffer.from(svg), width, height })))
  const pictures: Uint8Array[] = []
  for (const image of images) pictures.push(await fitted(image, 'image/png', size))
  return pictures
}

async function fitted(bytes: Uint8Array, type: string, size: PictureSize): Promise<Uint8Array> {
  return await uploadedImage(bytes, type, (upright) => upright.resize({ ...size, background: '#ffffff' }))
}

/** By how a file begins: a command has no media type. */
function typeOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('hex')
  if (head.startsWith('ffd8ff')) return 'image/jpeg'
  if (head.startsWith('89504e47')) return 'image/png'
  if (head.startsWith('52494646')) return 'image/webp'
  throw problem('image_unreadable')
}
