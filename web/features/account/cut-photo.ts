/** As large as a photo is kept: more would be sent for nothing. */
const side = 512
/** A bitmap of more would not fit in a phone's memory. */
export const originalBytesMax = 40 * 1024 * 1024

/** A square of the picture, in its own pixels. */
export interface Square {
  x: number
  y: number
  width: number
  height: number
}

/** Whether the browser can show a file as a picture. */
export async function isPicture(file: Blob): Promise<boolean> {
  try {
    const bitmap = await createImageBitmap(file)
    bitmap.close()
    return true
  } catch {
    return false
  }
}

/** Cuts a square out of a picture, upright: a JPEG that knows neither the place nor the camera. */
export async function cutPhoto(file: Blob, { x, y, width, height }: Square): Promise<Blob> {
  const bitmap = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')!
  // What is see-through would be black in a JPEG.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, side, side)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, x, y, width, height, 0, 0, side, side)
  bitmap.close()
  return await new Promise((resolve, reject) =>
    canvas.toBlob((cut) => (cut ? resolve(cut) : reject(new Error('No picture'))), 'image/jpeg', 0.92),
  )
}
