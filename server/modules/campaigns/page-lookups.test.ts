import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageRoutes, type PageRoute } from '#contracts/page-routes.ts'
import { takeEveryTurn } from '#server/platform/image-turns.fixture.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { closeCampaign } from './campaigns.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const get = async (url: string) =>
  await app.server.inject({ url, headers: { 'accept-encoding': 'identity' } })

/** What a page says to previews of links, by name. */
function tagsOf(body: string): Record<string, string> {
  const head = body.slice(0, body.indexOf('</head>'))
  const found = [...head.matchAll(/<meta\s+(?:property|name)="([^"]+)"\s+content="([^"]*)"/g)]
  return Object.fromEntries(found.map(([, name, content]) => [name!, content!]))
}

test('a campaign’s page names brand and product for previews, never the reward, and shows its cover', async () => {
  const brand = await createBrand(app, { name: 'Tea & <Co>', tagline: 'Leaves, and time' })
  const { id } = await createCampaign(app, {
    brandId: brand.id,
    title: '“Half” of every sale $& more',
    summary: 'Paid for each tin.',
    publicTitle: 'First flush, $& nothing else',
    publicDescription: 'Leaves picked by hand, <b>not</b> by "machines".',
  })
  const url = `${app.config.publicOrigin}/campaigns/${id}`
  const { body } = await get(`/campaigns/${id}?sub=mine`)
  expect(body).toContain(`<link rel="canonical" href="${url}">`)
  expect(body.match(/name="description"/g)).toHaveLength(1)
  const summary = 'Leaves picked by hand, &lt;b&gt;not&lt;/b&gt; by &quot;machines&quot;.'
  expect(tagsOf(body)).toMatchObject({
    description: summary,
    'og:title': 'Tea &amp; &lt;Co&gt;: First flush, $&amp; nothing else',
    'og:description': summary,
    'og:url': url,
    'og:image': `${app.config.publicOrigin}/covers/${id}.png`,
    'og:site_name': 'Crels',
    'twitter:card': 'summary_large_image',
  })
  expect(body.slice(0, body.indexOf('</head>'))).not.toMatch(/every sale|each tin/)
  const image = await get(`/covers/${id}.png`)
  expect(image.headers).toMatchObject({ 'content-type': 'image/png' })
  expect(image.rawPayload.subarray(1, 4).toString()).toBe('PNG')
  expect([image.rawPayload.readUInt32BE(16), image.rawPayload.readUInt32BE(20)]).toEqual([600, 315])
})

test('a campaign without words for buyers is named by its brand alone', async () => {
  const brand = await createBrand(app, { name: 'Tea & Co', tagline: 'Leaves, and time' })
  const plain = await createCampaign(app, { brandId: brand.id, title: 'Earn 84 crels a sale' })
  const tags = tagsOf((await get(`/campaigns/${plain.id}`)).body)
  expect(tags).toMatchObject({ 'og:title': 'Tea &amp; Co', 'og:description': 'Leaves, and time' })
  const quiet = await createBrand(app, { name: 'Salt', tagline: '' })
  const bare = await createCampaign(app, { brandId: quiet.id })
  const { 'og:description': description } = tagsOf((await get(`/campaigns/${bare.id}`)).body)
  expect(description).toBe('See what Salt has for you.')
})

test('covers take turns with all other images: one too many is 503, and drawn when there is room', async () => {
  const { id } = await createCampaign(app)
  const giveBack = takeEveryTurn()
  const refused = await get(`/covers/${id}.png`)
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('5')
  expect(refused.json()).toMatchObject({ code: 'unavailable' })
  await giveBack()
  expect((await get(`/covers/${id}.png`)).statusCode).toBe(200)
  // What is drawn already waits for nothing.
  const giveBackAgain = takeEveryTurn()
  expect((await get(`/covers/${id}.png`)).statusCode).toBe(200)
  await giveBackAgain()
})

test('what cannot be seen has neither preview nor cover', async () => {
  const draft = await createCampaign(app, { publish: false })
  for (const id of [draft.id, `cmp_${'0'.repeat(32)}`, 'cmp_1', '../secret']) {
    const page = await get(`/campaigns/${encodeURIComponent(id)}`)
    expect(page.statusCode).toBe(404)
    expect(tagsOf(page.body)).not.toHaveProperty('og:title')
    expect((await get(`/covers/${encodeURIComponent(id)}.png`)).statusCode).toBe(404)
  }
})

test('other pages worth finding have a preview of their own, the rest none', async () => {
  expect(tagsOf((await get('/faq')).body)).toMatchObject({
    'og:url': `${app.config.publicOrigin}/faq`,
    'og:image': `${app.config.publicOrigin}/icons/icon-512.png`,
    'twitter:card': 'summary',
  })
  expect(tagsOf((await get('/login')).body)).not.toHaveProperty('og:url')
})

test('the site map has every page worth finding and every campaign that runs, and robots know of it', async () => {
  const [runs, ended] = [await createCampaign(app), await createCampaign(app)]
  await closeCampaign(app.db, ended.id, 'ended')
  const { body, headers } = await get('/sitemap.xml')
  expect(headers['content-type']).toContain('application/xml')
  const found = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) =>
    url!.slice(app.config.publicOrigin.length),
  )
  for (const [id, route] of Object.entries<PageRoute>(pageRoutes))
    if (!route.path.includes(':')) expect(found.includes(route.path), id).toBe(route.indexed === true)
  expect(found).toContain(`/campaigns/${runs.id}`)
  expect(found).not.toContain(`/campaigns/${ended.id}`)
  expect((await get('/robots.txt')).body).toContain(`Sitemap: ${app.config.publicOrigin}/sitemap.xml\n`)
})
