import sharp from 'sharp'
import { expect, test } from 'vitest'
import { uploadedImage } from './uploaded-image.ts'

const photoImage = async (bytes: Uint8Array, type: string) =>
  await uploadedImage(bytes, type, (image) => image.resize(512, 512, { fit: 'cover' }))

test('images that come while others are read are all read', async () => {
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0000ff' } })
    .jpeg()
    .toBuffer()
  const uploads = Array.from({ length: 4 }, async () => {
    for (let count = 0; count < 40; count++) await photoImage(image, 'image/jpeg')
  })
  await expect(Promise.all(uploads)).resolves.toHaveLength(4)
})

test('a drawing is none of the three types, whatever it says it is', async () => {
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  for (const type of ['image/jpeg', 'image/png', 'image/webp', 'image/svg+xml']) {
    await expect(photoImage(drawing, type)).rejects.toMatchObject({ code: 'image_unreadable' })
  }
})

test('a crowd of uploads is refused from some number on, and the rest are read', async () => {
  const image = await sharp({ create: { width: 2_000, height: 2_000, channels: 3, background: '#0000ff' } })
    .jpeg()
    .toBuffer()
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, async () => await photoImage(image, 'image/jpeg')),
  )
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(results.length - refused.length).toBe(18)
  for (const result of refused) expect(result).toMatchObject({ reason: { code: 'unavailable' } })
  await expect(photoImage(image, 'image/jpeg')).resolves.toBeDefined()
})
