import fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageRoutes, type PageRoute } from '#contracts/page-routes.ts'
import { searchEngineRoutes } from '#server/platform/http/search-engines.ts'
import { takeEveryTurn } from '#server/platform/image-turns.fixture.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { campaignPicture } from './campaign-picture.ts'
import { findCampaign } from './campaign-queries.ts'
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
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Tea &amp; &lt;Co&gt;: First flush, $&amp; nothing else',
    'og:site_name': 'Crels',
    'twitter:card': 'summary_large_image',
  })
  expect(body.slice(0, body.indexOf('</head>'))).not.toMatch(/every sale|each tin/)
  const path = tagsOf(body)['og:image']!.slice(app.config.publicOrigin.length)
  expect(path).toMatch(new RegExp(`^/covers/${id}\\.png\\?v=[0-9a-f]{16}$`))
  const image = await get(path)
  const etag = image.headers['etag'] as string
  expect(image.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=86400',
    vary: 'accept-language, cookie',
  })
  expect(image.rawPayload.subarray(1, 4).toString()).toBe('PNG')
  expect([image.rawPayload.readUInt32BE(16), image.rawPayload.readUInt32BE(20)]).toEqual([1200, 630])
  const known = await app.server.inject({ url: path, headers: { 'if-none-match': etag } })
  expect([known.statusCode, known.body]).toEqual([304, ''])
})

test('a campaign’s page says all of it without a script, in the reader’s language, and what needs one', async () => {
  const { id } = await createCampaign(app, {
    title: 'Earn <i>a lot</i>',
    terms: '## Do\n\nSay **ad**. <script>x</script>',
    countries: ['DE'],
    requiredChannels: ['youtube', 'podcast'],
  })
  const noscript = async (language: string) => {
    const { body } = await app.server.inject({
      url: `/campaigns/${id}`,
      headers: { 'accept-language': language, 'accept-encoding': 'identity' },
    })
    return /<noscript>(.*?)<\/noscript>/s.exec(body)![1]!
  }
  const said = await noscript('en')
  for (const part of [
    'Earn &lt;i&gt;a lot&lt;/i&gt;',
    '<h2 id="do">Do</h2><p>Say <strong>ad</strong>. &lt;script&gt;x&lt;/script&gt;</p>',
    'YouTube or a podcast',
    'Germany',
    'To join or sign in, turn JavaScript on',
  ])
    expect(said).toContain(part)
  expect(said).not.toMatch(/undefined|null|NaN|needs JavaScript/)
  expect(await noscript('de')).toMatch(/Deutschland.*Um mitzumachen/s)
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
  const described = new Set<string>()
  for (const { path, indexed } of Object.values<PageRoute>(pageRoutes)) {
    if (!indexed || path.includes(':')) continue
    const tags = tagsOf((await get(path)).body)
    described.add(tags['description']!)
    for (const tag of ['title', 'description', 'url', 'image', 'image:width', 'image:height', 'image:alt'])
      expect(tags[`og:${tag}`], `${path} ${tag}`).toBeTruthy()
  }
  // Most pages have a description of their own.
  expect(described.size).toBeGreaterThan(10)
  expect(tagsOf((await get('/faq')).body)).toMatchObject({
    'og:url': `${app.config.publicOrigin}/faq`,
    'og:image': `${app.config.publicOrigin}/pictures/site.png`,
    'twitter:card': 'summary_large_image',
  })
  expect(tagsOf((await get('/profile')).body)).not.toHaveProperty('og:url')
})

test('a campaign’s picture is given what buyers read, and nothing of what creators are paid', async () => {
  const brand = await createBrand(app, { name: 'Tea & Co', tagline: 'Leaves, and time' })
  const { id } = await createCampaign(app, {
    brandId: brand.id,
    title: 'Earn 84 crels',
    summary: 'Paid 84 a tin',
  })
  const drawn = JSON.stringify(campaignPicture((await findCampaign(app.db, id))!))
  expect(drawn).toContain('Tea & Co')
  expect(drawn).toContain('Leaves, and time')
  expect(drawn).not.toMatch(/84|crels a|Paid/)
})

test('an invitation is shared as whose it is; the page stays one page', async () => {
  const { uid, headers } = await createMember(app, {
    profile: { displayName: 'Ola & <b>', shownToInvited: true },
  })
  const { rows } = await sql<{ shortId: string }>`
    select short_id as "shortId" from member where uid = ${uid}`.execute(app.db)
  const shortId = rows[0]!.shortId
  const url = `/signup?invitedBy=${shortId}`
  const { body } = await get(url)
  expect(body).toContain(`<link rel="canonical" href="${app.config.publicOrigin}/signup">`)
  expect(body).toContain('<title>Create your account')
  const tags = tagsOf(body)
  expect(tags).toMatchObject({
    'og:title': 'Ola &amp; &lt;b&gt; invites you to Crels',
    'og:url': app.config.publicOrigin + url,
  })
  const picture = tags['og:image']!.slice(app.config.publicOrigin.length)
  const image = await get(picture)
  expect([image.rawPayload.readUInt32BE(16), image.rawPayload.readUInt32BE(20)]).toEqual([1200, 630])
  // Who hides from those they invite has no name there either, and the picture is another one.
  await app.server.inject({
    method: 'PATCH',
    url: `/api/v1/users/${uid}`,
    headers,
    payload: { shownToInvited: false },
  })
  const hidden = tagsOf((await get(url)).body)
  expect(hidden['og:title']).toBe('You’re invited to Crels')
  expect(hidden['og:image']).not.toBe(tags['og:image'])
  for (const stranger of ['k7m2qw9d', 'x', '<script>'])
    expect(tagsOf((await get(`/signup?invitedBy=${encodeURIComponent(stranger)}`)).body)).toMatchObject({
      'og:title': 'Create your account',
      'og:image': `${app.config.publicOrigin}/pictures/site.png`,
    })
  for (const file of ['k7m2qw9d.png', 'x.png', `${shortId}.svg`])
    expect((await get(`/pictures/invitations/${file}`)).statusCode).toBe(404)
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
  const robots = (await get('/robots.txt')).body
  expect(robots).toContain(`Sitemap: ${app.config.publicOrigin}/sitemap.xml\n`)
  // Search engines stay out of short links; what shows a posted one may follow it.
  const [everyone, previewers] = robots.split('\n\n')
  expect(everyone).toContain('Disallow: /s/\n'.trim())
  expect(previewers).toMatch(/^User-agent: Twitterbot/)
  expect(previewers).not.toContain('/s/')
  expect(previewers).toContain('Disallow: /api/')
})

test('more pages than one site map may hold are in several, each page once', async () => {
  const pages = Array.from({ length: 25 }, (_, at) => `/campaigns/${at}`)
  const server = fastify()
  searchEngineRoutes(server, {
    publicOrigin: 'https://a.example',
    found: {
      count: async () => pages.length,
      list: async ({ skip, max }) => pages.slice(skip, skip + max),
    },
    addressesMax: 10,
  })
  const read = async (url: string) =>
    [...(await server.inject({ url })).body.matchAll(/<loc>https:\/\/a\.example([^<]+)<\/loc>/g)].map(
      ([, path]) => path!,
    )
  const parts = await read('/sitemap.xml')
  const found: string[] = []
  for (const [at, part] of parts.entries()) {
    expect(part).toBe(`/sitemaps/${at + 1}.xml`)
    const addresses = await read(part)
    expect(addresses.length).toBeLessThanOrEqual(10)
    found.push(...addresses)
  }
  expect(new Set(found).size).toBe(found.length)
  expect(found.filter((path) => path.startsWith('/campaigns/'))).toEqual(pages)
  expect(found).toContain('/faq')
  for (const absent of [parts.length + 1, 0, 'x'])
    expect((await server.inject({ url: `/sitemaps/${absent}.xml` })).statusCode).not.toBe(200)
  await server.close()
})
