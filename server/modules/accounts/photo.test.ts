import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync, crc32 } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, type TestMember } from '#testing/members.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  await app.close()
})

const put = async ({ uid, headers }: Pick<TestMember, 'uid' | 'headers'>, payload: Buffer, type: string) =>
  await app.server.inject({
    method: 'PUT',
    url: `/api/v1/users/${uid}/photo`,
    headers: { ...headers, 'content-type': type },
    payload,
  })

/** A picture with a red top and a blue bottom, 300 × 600. */
const upright = () =>
  sharp({ create: { width: 300, height: 600, channels: 3, background: '#0000ff' } }).composite([
    { input: { create: { width: 300, height: 300, channels: 3, background: '#ff0000' } }, gravity: 'north' },
  ])
const jpeg = async () => await upright().jpeg().toBuffer()

/** The photo's public file. */
const fileAt = async (url: string) => await app.server.inject({ url })
const filesOnDisk = () => {
  const folder = join(app.config.dataDir, 'files/photos')
  return existsSync(folder) ? readdirSync(folder) : []
}

test('an upload becomes the photo: a square WebP, public under its name, and immutable', async () => {
  const member = await createMember(app)
  const response = await put(member, await jpeg(), 'image/jpeg')
  expect(response.statusCode, response.body).toBe(200)
  const { photoURL } = response.json()
  expect(photoURL).toMatch(/^\/files\/photos\/[0-9a-f]{32}\.webp$/)
  // An invited person sees it where the member allows that, and only then.
  const { shortId } = (
    await app.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
  ).json()
  const invited = async () => (await app.server.inject(`/api/v1/public/users/${shortId}`)).json().photoURL
  expect(await invited()).toBeNull()
  const url = `/api/v1/users/${member.uid}`
  const allow = { method: 'PATCH', url, headers: member.headers, payload: { shownToInvited: true } } as const
  expect((await app.server.inject(allow)).statusCode).toBe(200)
  expect(await invited()).toBe(photoURL)
  const file = await fileAt(photoURL)
  expect(file.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(await sharp(file.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
  const refreshed = await app.server.inject({
    method: 'POST',
    url: '/identity/refresh',
    headers: { cookie: member.cookie },
  })
  expect(refreshed.json().user.photoURL).toBe(photoURL)
})

test('turns the picture upright and keeps nothing of where it was taken', async () => {
  const member = await createMember(app)
  const image = await sharp(await upright().png().toBuffer())
    .rotate(90)
    .withExif({
      IFD0: { Make: 'Secret Camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' },
    })
    .jpeg()
    .toBuffer()
  // Lying on its side, and its orientation says how to turn it back.
  const lying = await sharp(image).keepExif().withMetadata({ orientation: 8 }).toBuffer()
  expect(lying.includes('Secret Camera')).toBe(true)
  const { photoURL } = (await put(member, lying, 'image/jpeg')).json()
  const { rawPayload } = await fileAt(photoURL)
  const metadata = Object.keys(await sharp(rawPayload).metadata())
  expect(metadata).toContain('width')
  for (const part of ['exif', 'xmp', 'iptc', 'icc', 'orientation']) expect(metadata).not.toContain(part)
  expect(rawPayload.includes('Secret Camera')).toBe(false)
  const [top, bottom] = await Promise.all(
    [20, 490].map(async (y) => {
      const { data } = await sharp(rawPayload)
        .extract({ left: 256, top: y, width: 1, height: 1 })
        .raw()
        .toBuffer({ resolveWithObject: true })
      return [...data]
    }),
  )
  expect(top![0]).toBeGreaterThan(200)
  expect(bottom![2]).toBeGreaterThan(200)
})

test('what hides behind an image does not come through', async () => {
  const member = await createMember(app)
  const script = '<html><script>alert(document.domain)</script></html>'
  const polyglot = Buffer.concat([
    await upright().withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">script</x:xmpmeta>').jpeg().toBuffer(),
    Buffer.from(script),
  ])
  const { photoURL } = (await put(member, polyglot, 'image/jpeg')).json()
  const { rawPayload, headers } = await fileAt(photoURL)
  expect(rawPayload.includes('script')).toBe(false)
  expect(headers['content-type']).toBe('image/webp')
})

/** A PNG of 30 000 × 30 000 black pixels in a few hundred kilobytes. */
function bomb(): Buffer {
  const side = 30_000
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side))
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>',
)
const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')
const refused: [
  name: string,
  bytes: () => Buffer | Promise<Buffer>,
  type: string,
  status: number,
  code: string,
][] = [
  ['a bomb', bomb, 'image/png', 422, 'image_too_large'],
  ['half of a JPEG', async () => (await jpeg()).subarray(0, 600), 'image/jpeg', 422, 'image_unreadable'],
  ['nothing', () => Buffer.alloc(0), 'image/png', 422, 'image_unreadable'],
  ['a JPEG that says PNG', jpeg, 'image/png', 422, 'image_unreadable'],
  ['an SVG that says PNG', () => svg, 'image/png', 422, 'image_unreadable'],
  ['a GIF that says WebP', () => gif, 'image/webp', 422, 'image_unreadable'],
  ['a page that says JPEG', () => Buffer.from('<!doctype html>'), 'image/jpeg', 422, 'image_unreadable'],
  ['three right bytes', () => Buffer.from([0xff, 0xd8, 0xff]), 'image/jpeg', 422, 'image_unreadable'],
  ['an SVG', () => svg, 'image/svg+xml', 415, 'unsupported_media_type'],
  ['a GIF', () => gif, 'image/gif', 415, 'unsupported_media_type'],
  ['JSON', () => Buffer.from('{}'), 'application/json', 415, 'unsupported_media_type'],
  ['6 MB', () => Buffer.alloc(6 * 1024 * 1024, 0xff), 'image/jpeg', 413, 'payload_too_large'],
]

test.each(refused)('refuses %s and keeps the old photo', async (_, bytes, type, status, code) => {
  const member = await createMember(app)
  const before = (await put(member, await jpeg(), 'image/jpeg')).json()
  const files = filesOnDisk().length
  const response = await put(member, await bytes(), type)
  expect(response.json()).toMatchObject({ status, code })
  const profile = await app.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
  expect(profile.json()).toEqual(before)
  expect(filesOnDisk().length).toBe(files)
})

test('refuses to set another member’s photo, and stops reading a body without a bearer', async () => {
  const [me, other] = [await createMember(app), await createMember(app)]
  const foreign = await put({ uid: other.uid, headers: me.headers }, await jpeg(), 'image/jpeg')
  expect(foreign.json()).toMatchObject({ status: 403, code: 'forbidden' })
  const large = Buffer.alloc(6 * 1024 * 1024)
  const anonymous = await put({ uid: me.uid, headers: {} as never }, large, 'image/jpeg')
  expect(anonymous.json()).toMatchObject({ status: 401, code: 'unauthenticated' })
})

test('an image is no body for what wants JSON', async () => {
  const { uid, headers } = await createMember(app)
  const response = await app.server.inject({
    method: 'PATCH',
    url: `/api/v1/users/${uid}`,
    headers: { ...headers, 'content-type': 'image/jpeg' },
    payload: await jpeg(),
  })
  expect(response.json()).toMatchObject({ status: 415, code: 'unsupported_media_type' })
})

test('of five uploads at once one file stays, and removing the photo removes that one too', async () => {
  const member = await createMember(app)
  await removeDropped()
  const others = filesOnDisk()
  const image = await jpeg()
  const responses = await Promise.all(
    Array.from({ length: 5 }, async () => await put(member, image, 'image/jpeg')),
  )
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  await removeDropped()
  const kept = filesOnDisk().filter((name) => !others.includes(name))
  const profile = await app.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
  expect(kept).toEqual([profile.json().photoURL.split('/').at(-1)])

  const removed = await app.server.inject({
    method: 'PATCH',
    url: `/api/v1/users/${member.uid}`,
    headers: member.headers,
    payload: { photoURL: null },
  })
  expect(removed.json().photoURL).toBeNull()
  await removeDropped()
  expect(filesOnDisk()).toEqual(others)
  expect((await fileAt(`/files/photos/${kept[0]}`)).statusCode).toBe(404)
})

test('an upload that was broken off leaves no file, but one that is under way keeps its', async () => {
  const { files } = app
  const bytes = await jpeg()
  const [broken, underWay] = [
    await files.write(app.db, { folder: 'photos', extension: 'webp', bytes }),
    await files.write(app.db, { folder: 'photos', extension: 'webp', bytes }),
  ]
  await sql`update stored_file set since = now() - interval '61 minutes' where key = ${broken}`.execute(
    app.db,
  )
  await removeDropped()
  const onDisk = filesOnDisk().map((name) => `photos/${name}`)
  expect(onDisk).not.toContain(broken)
  expect(onDisk).toContain(underWay)
  await expect(app.db.transaction().execute(async (tx) => await files.keep(tx, broken))).rejects.toThrow(
    broken,
  )
})

test('the store shows its images and nothing else', async () => {
  const { photoURL } = (await put(await createMember(app), await jpeg(), 'image/jpeg')).json()
  const name = photoURL.split('/').at(-1)
  expect(readFileSync(join(app.config.dataDir, 'files/photos', name)).length).toBeGreaterThan(0)
  for (const url of [
    '/files/',
    '/files/photos/',
    `/files/photos/${'0'.repeat(32)}.webp`,
    `/files/photos/${name.replace('webp', 'html')}`,
    '/files/photos/..%2f..%2fsecret',
    `/files/photos%2f${name}`,
    `/files/../files/photos/%2e%2e/${name}`,
  ])
    expect((await fileAt(url)).statusCode, url).toBe(404)
})

async function removeDropped(): Promise<void> {
  await app.jobs.run('remove-dropped-files')
}
