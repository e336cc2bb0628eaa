import jsqr from 'jsqr'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeSiteLogoFrom } from '#server/platform/site-logo.ts'
import { takeEveryTurn } from '#server/platform/image-turns.fixture.ts'
import { qrPng, qrSvg } from './qr-code.ts'

// A package of the time before ES modules: its function is the module, or its default.
const decode = (jsqr as { default?: typeof jsqr.default }).default ?? (jsqr as unknown as typeof jsqr.default)

// Photos close the image library to drawings, once, for the whole process that they share with this file.
beforeAll(() => {
  sharp.unblock({ operation: ['VipsForeignLoad'] })
})
afterAll(() => {
  closeAsPhotosDo()
})
const closeAsPhotosDo = () => {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  })
}

async function read(image: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decode(new Uint8ClampedArray(data), info.width, info.height)?.data
}

const urls = ['https://crels.example/s/7bcdfgh', `https://a-long-host.crels.example/s/${'code-'.repeat(8)}`]

test.each(urls.flatMap((url) => [true, false].map((logo) => [url, logo] as const)))(
  '%s is read from the picture, with the mark: %s',
  async (url, logo) => {
    for (const size of [160, 512, 1000]) {
      const png = await qrPng(url, { logo, size })
      const { width, height, format } = await sharp(png).metadata()
      expect([width, height, format]).toEqual([size, size, 'png'])
      expect(await read(png), `${size} px`).toBe(url)
    }
    const drawn = await sharp(Buffer.from(await qrSvg(url, { logo })), { density: 600 })
      .png()
      .toBuffer()
    expect(await read(drawn)).toBe(url)
  },
)

test('is drawn too where photos keep the image library from reading drawings', async () => {
  closeAsPhotosDo()
  try {
    await expect(
      sharp(Buffer.from(await qrSvg(urls[0]!, { logo: true })))
        .png()
        .toBuffer(),
    ).rejects.toThrow('unsupported')
    expect((await qrPng(urls[0]!, { logo: true, size: 160 })).length).toBeGreaterThan(100)
  } finally {
    sharp.unblock({ operation: ['VipsForeignLoad'] })
  }
})

test('a site’s own logo is in the middle, and the code is read around it', async () => {
  const logo = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#00f' } })
    .webp()
    .toBuffer()
  takeSiteLogoFrom({ key: () => 'logos/x.webp', read: async () => await Promise.resolve(logo) })
  try {
    for (const size of [160, 512]) {
      const png = await qrPng(urls[0]!, { logo: true, size })
      expect(await read(png)).toBe(urls[0])
      const middle = sharp(png).extract({ left: size / 2, top: size / 2, width: 1, height: 1 })
      expect((await middle.removeAlpha().raw().toBuffer())[2]).toBeGreaterThan(240)
    }
    const svg = await qrSvg(urls[0]!, { logo: true })
    expect(svg).toMatch(/<image [^>]*href="data:image\/png;base64,/)
    // The logo has closed the image library to drawings.
    sharp.unblock({ operation: ['VipsForeignLoad'] })
    expect(await read(await sharp(Buffer.from(svg), { density: 600 }).png().toBuffer())).toBe(urls[0])
  } finally {
    takeSiteLogoFrom()
  }
})

test('the drawing is one file without anything that runs or loads', async () => {
  const svg = await qrSvg(urls[0]!, { logo: true })
  expect(svg).not.toMatch(/script|href|style|on\w+=|url\(/)
  expect(svg).toContain('#085c46')
  expect(await qrSvg(urls[0]!, { logo: false })).not.toContain('#085c46')
})

test('pixels take turns with all other images: one too many is refused, the drawing is not', async () => {
  const giveBack = takeEveryTurn()
  await expect(qrPng(urls[0]!, { logo: true, size: 2048 })).rejects.toMatchObject({ code: 'unavailable' })
  expect(await qrSvg(urls[0]!, { logo: true })).toContain('<svg')
  await giveBack()
  await expect(qrPng(urls[0]!, { logo: true, size: 160 })).resolves.toBeDefined()
})
