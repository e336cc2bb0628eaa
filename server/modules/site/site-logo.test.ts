import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { mailPage } from '#server/platform/mail/mailbox-page.ts'
import { sitePicture } from '#server/platform/share-pictures/site-picture.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { removeDroppedFiles } from '#testing/dropped-files.ts'
import { testActor } from '#testing/operators.ts'
import { putSiteLogo, setSiteValue } from './public.ts'
import { inTransaction } from '#server/platform/transaction.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, { webDir: inject('webDir') })
})
afterAll(() => app.close())

const get = async (url: string) =>
  await app.server.inject({ url, headers: { 'accept-encoding': 'identity' } })
const logoOf = async () => /<meta name="site-logo" content="([^"]+)">/.exec((await get('/docs')).body)?.[1]
const put = async (bytes: Uint8Array | null) => await putSiteLogo(app.db, testActor, { bytes }, app)
const square = async (background: string) =>
  await sharp({ create: { width: 90, height: 90, channels: 4, background } })
    .png()
    .toBuffer()
const colourAt = async (image: Uint8Array, left: number, top: number) => [
  ...(await sharp(image).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
]
const mail = () => composeMail({ to: 'a@example.com', subject: 'Hello', lines: ['One'] })

test('a logo is on pages, icons, manifest, mails and pictures at once, and the mark comes back', async () => {
  const before = { docs: (await get('/docs')).body, icon: (await get('/icons/icon-192.png')).rawPayload }
  await put(await square('#0000ff'))
  await expect.poll(logoOf).toMatch(/^\/files\/logos\/[0-9a-f]{32}\.webp$/)
  const logo = (await logoOf())!
  expect(await sharp((await get(logo)).rawPayload).metadata()).toMatchObject({ width: 512, format: 'webp' })

  const { body } = await get('/docs')
  expect(body).toContain(`<img src="${logo}" alt="" width="34" height="34"/>`)
  expect(body).not.toContain('data-mark')
  expect(body).toContain('<link rel="icon" href="/icons/icon-192.png" />')
  for (const [icon, edge] of [
    ['/icons/icon-512.png', 512],
    ['/icons/maskable-192.png', 192],
    ['/icons/apple-touch-icon.png', 180],
    ['/favicon.ico', 48],
  ] as const) {
    const { rawPayload, headers } = await get(icon)
    expect(headers['content-type'], icon).toBe('image/png')
    expect(await sharp(rawPayload).metadata(), icon).toMatchObject({ width: edge, height: edge })
    expect((await colourAt(rawPayload, edge / 2, edge / 2))[2], icon).toBeGreaterThan(240)
  }
  // What a device cuts a circle out of has a margin.
  expect(await colourAt((await get('/icons/maskable-512.png')).rawPayload, 5, 5)).toEqual([255, 255, 255])
  expect((await get('/manifest.webmanifest')).body).not.toContain('favicon.svg')
  expect(JSON.stringify(sitePicture())).toContain(`stored:${logo.slice('/files/'.length)}`)
  expect(mail().html).toContain('src="cid:site-logo"')
  expect(mailPage({ ...mail(), id: 1, sentAt: new Date() })).toContain('src="/icons/icon-192.png"')

  await put(await square('#ff0000'))
  await expect.poll(logoOf).not.toBe(logo)
  const icon = (await get('/icons/icon-192.png')).rawPayload
  expect((await colourAt(icon, 96, 96))[0]).toBeGreaterThan(240)
  await removeDroppedFiles(app)
  expect((await get(logo)).statusCode).toBe(404)

  await put(null)
  await expect.poll(logoOf).toBeUndefined()
  expect((await get('/docs')).body).toBe(before.docs)
  expect((await get('/icons/icon-192.png')).rawPayload.equals(before.icon)).toBe(true)
  expect(mail().html).not.toContain('cid:')
})

test('of a drawing nothing is kept but how it looks: no script, no address, no foreign file', async () => {
  await put(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" viewBox="0 0 9 9" onload="alert(1)">
      <script>alert(2)</script><rect width="9" height="9" fill="#0f0"/>
      <image x:href="file:///etc/passwd" width="9" height="9"/><image href="http://127.0.0.1:1/x" width="9" height="9"/>
      <foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:alert(3)"/></foreignObject></svg>`),
  )
  await expect.poll(logoOf).toMatch(/\.webp$/)
  const { rawPayload, headers } = await get((await logoOf())!)
  expect(headers['content-type']).toBe('image/webp')
  expect(rawPayload.toString('latin1')).not.toMatch(/script|alert|passwd|svg/)
  expect((await colourAt(rawPayload, 256, 256))[1]).toBeGreaterThan(240)
  await put(null)
  await expect.poll(logoOf).toBeUndefined()
})

test('a file that is no image is refused, and so is a logo that is set as text', async () => {
  for (const bytes of [Buffer.from('<html>'), Buffer.from('GIF89a'), Buffer.alloc(0)])
    await expect(put(bytes)).rejects.toMatchObject({ code: 'image_unreadable' })
  await expect(
    inTransaction(app.db, (tx) => setSiteValue(tx, testActor, { name: 'site.logo', value: '/x.svg' })),
  ).rejects.toMatchObject({ code: 'validation_failed' })
  expect(await logoOf()).toBeUndefined()
})
