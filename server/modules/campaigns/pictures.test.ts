import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { removeDroppedFiles } from '#testing/dropped-files.ts'
import { testActor } from '#testing/operators.ts'
import { putBrandLogo } from '#server/modules/brands/public.ts'
import { ada, app, openApp } from './enrolments.fixture.ts'
import { changeCampaign, availableCovers, putCampaignPicture, setCampaignState } from './public.ts'

openApp()

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#f00" d="M0 0h9v9H0z"/></svg>',
)
const by = { author: 'ada', reason: 'a test' }

async function read(path: string) {
  return (await app.server.inject({ url: `/api/v1${path}`, headers: ada.headers })).json()
}

async function served(url: string) {
  return await app.server.inject({ url })
}

test('a logo is kept as WebP, named with its brand everywhere, cached for good, and goes when it is removed', async () => {
  const brand = await createBrand(app, { name: '🦊 שלום' })
  const { id } = await createCampaign(app, { brandId: brand.id })
  expect((await read(`/campaigns/${id}`)).brand).toMatchObject({ name: '🦊 שלום', logoURL: null })

  const png = await sharp({ create: { width: 400, height: 90, channels: 4, background: '#ff000080' } })
    .png()
    .toBuffer()
  await putBrandLogo(app.db, testActor, { brand: brand.slug, bytes: png }, app)
  const { logoURL: first } = (await read(`/public/campaigns/${id}`)).brand
  const image = await served(first)
  expect(image.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(await sharp(image.rawPayload).metadata()).toMatchObject({ width: 256, height: 256, hasAlpha: false })

  await putBrandLogo(app.db, testActor, { brand: brand.slug, bytes: svg }, app)
  const { logoURL: second } = await read(`/brands/${brand.slug}`)
  expect(second).not.toBe(first)
  await putBrandLogo(app.db, testActor, { brand: brand.slug, bytes: null }, app)
  expect((await read(`/brands/${brand.slug}`)).logoURL).toBeNull()
  await removeDroppedFiles(app)
  for (const url of [first, second]) expect((await served(url)).statusCode).toBe(404)
})

test('a picture of a campaign is recorded as a change, replaced and removed; one that cannot be read changes nothing', async () => {
  const { id } = await createCampaign(app)
  const put = async (bytes: Uint8Array | null) =>
    await putCampaignPicture(
      app.db,
      testActor,
      { campaignId: id, bytes, ...by },
      { files: app.files, destinations: app.config },
    )
  await put(svg)
  const { coverURL: first } = await read(`/campaigns/${id}`)
  expect(await sharp((await served(first)).rawPayload).metadata()).toMatchObject({
    format: 'webp',
    width: 960,
    height: 432,
  })
  await expect(put(Buffer.from('<svg'))).rejects.toMatchObject({ code: 'image_unreadable' })
  expect((await read(`/campaigns/${id}`)).coverURL).toBe(first)
  await put(null)
  expect((await read(`/campaigns/${id}`)).coverURL).toBeNull()
  await removeDroppedFiles(app)
  expect((await served(first)).statusCode).toBe(404)

  await app.db
    .transaction()
    .execute(async (tx) => await setCampaignState(tx, testActor, { campaignId: id, action: 'end' }))
  await expect(put(svg)).rejects.toMatchObject({ code: 'conflict' })
})

test('a picture stays while a campaign shows it, and only pictures of campaigns are shown by one', async () => {
  const brand = await createBrand(app, {})
  const [one, two] = [await createCampaign(app, { brandId: brand.id }), await createCampaign(app)]
  const put = async (campaignId: string, bytes: Uint8Array | null) =>
    await putCampaignPicture(
      app.db,
      testActor,
      { campaignId, bytes, ...by },
      { files: app.files, destinations: app.config },
    )
  const edit = async (campaignId: string, coverUrl: string | null) =>
    await app.db
      .transaction()
      .execute(
        async (tx) =>
          await changeCampaign(tx, testActor, { campaignId, changes: { coverUrl }, ...by }, app.config),
      )
  const status = async (url: string) => {
    await removeDroppedFiles(app)
    return (await served(url)).statusCode
  }
  await put(one.id, svg)
  const { coverURL: shared } = await read(`/campaigns/${one.id}`)
  await edit(two.id, shared)
  // Another picture for the one, none for the other: each is gone once nothing shows it.
  await put(one.id, svg)
  const { coverURL: second } = await read(`/campaigns/${one.id}`)
  expect([await status(shared), await status(second)]).toEqual([200, 200])
  await edit(two.id, '/favicon.svg')
  await edit(one.id, null)
  expect([await status(shared), await status(second)]).toEqual([404, 404])

  await putBrandLogo(app.db, testActor, { brand: brand.slug, bytes: svg }, app)
  const { logoURL } = await read(`/brands/${brand.slug}`)
  for (const cover of [logoURL, shared, '/files/campaigns/none.webp'])
    await expect(edit(two.id, cover)).rejects.toMatchObject({ code: 'validation_failed' })
  expect((await read(`/campaigns/${two.id}`)).coverURL).toBe('/favicon.svg')
})

test('a picture that was replaced can be shown again for a week, and is gone after it', async () => {
  const { id } = await createCampaign(app)
  const deps = { files: app.files, destinations: app.config }
  const put = async (bytes: Uint8Array | null) =>
    await putCampaignPicture(app.db, testActor, { campaignId: id, bytes, ...by }, deps)
  const cover = async () => (await read(`/campaigns/${id}`)).coverURL as string | null
  const show = async (coverUrl: string | null) =>
    await app.db
      .transaction()
      .execute(
        async (tx) =>
          await changeCampaign(tx, testActor, { campaignId: id, changes: { coverUrl }, ...by }, app.config),
      )
  const pass = async (time: string) => {
    await sql`update stored_file set since = since - ${time}::interval where state = 'dropped'`.execute(
      app.db,
    )
    await app.jobs.run('remove-dropped-files')
  }
  await put(svg)
  const first = (await cover())!
  await put(svg)
  const second = (await cover())!
  await pass('6 days 22 hours')
  expect((await served(first)).statusCode).toBe(200)
  expect(await availableCovers(app.db, [first, second, null, '/files/campaigns/none.webp'])).toEqual(
    new Set([first, second, null]),
  )
  // What is shown again waits anew once it is replaced.
  await show(first)
  await put(null)
  await pass('6 days 22 hours')
  expect((await served(first)).statusCode).toBe(200)
  // In its last hour the job may be about to remove it.
  await pass('1 hour')
  expect(await availableCovers(app.db, [first])).toEqual(new Set())
  await expect(show(first)).rejects.toMatchObject({ code: 'validation_failed' })
  await pass('1 hour')
  expect((await served(first)).statusCode).toBe(404)
  expect(await cover()).toBeNull()
})

test('an unknown brand or campaign has no picture to change', async () => {
  await expect(putBrandLogo(app.db, testActor, { brand: 'no-such', bytes: svg }, app)).rejects.toMatchObject({
    code: 'not_found',
  })
  const unknown = { campaignId: `cmp_${'0'.repeat(32)}`, bytes: svg, ...by }
  await expect(
    putCampaignPicture(app.db, testActor, unknown, { files: app.files, destinations: app.config }),
  ).rejects.toMatchObject({ code: 'not_found' })
})
