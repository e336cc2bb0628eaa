import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatedBrand } from '#contracts/operator-brands.schemas.ts'
import { onePixelPng } from '#server/modules/accounts/photo.fixture.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrandKey, createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'

let app: TestApp
let mia: TestOperator
let max: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  mia = await operatorBearer(app, 'manager', 'mia@crels.example')
  max = await operatorBearer(app, 'manager', 'max@crels.example')
})
afterAll(() => app.close())

const roast = { slug: 'north-roast', name: 'North Roast', website: 'https://north-roast.example' }
const read = async (path: string, who = mia) => await callOperator(app, who, { path })
const post = async (path: string, payload: object = {}, who = mia) =>
  await callOperator(app, who, { method: 'POST', path, payload })

test('makes a brand once, with the defaults of its file, and says what is wrong with one', async () => {
  const made = await post('/brands', { ...roast, name: '  North Roast ' })
  expect(made).toMatchObject({
    status: 201,
    body: {
      slug: 'north-roast',
      name: 'North Roast',
      state: 'active',
      colors: { base: '#0b7255', glow: '#ffd066' },
      country: null,
      campaigns: 0,
      members: 0,
      keys: 0,
    },
  })
  const again = await post('/brands', roast, max)
  expect([again.status, again.body.detail]).toEqual([409, 'There is already a brand north-roast.'])
  const wrong = await post('/brands', { ...roast, slug: 'North Roast', website: 'ftp://x.example' })
  expect(wrong.status).toBe(422)
  expect(wrong.body.issues.map(({ path }: { path: string }) => path).sort()).toEqual([
    'body.slug',
    'body.website',
  ])
  expect((await post('/brands', roast, await operatorBearer(app, 'support'))).status).toBe(403)
})

test('lists brands the newest first by pages, with what each has, by name and state', async () => {
  const { brandId, id } = await createCampaign(app)
  await createBrandKey(app, brandId)
  const member = await createMember(app)
  const url = `/api/v1/campaigns/${id}/enrolment`
  await app.server.inject({ method: 'POST', url, headers: member.headers })
  await createCampaign(app)
  const all = (await read('/brands?limit=100')).body.items as OperatedBrand[]
  expect(all.map((brand) => brand.id)).toEqual(
    all
      .map((brand) => brand.id)
      .sort()
      .toReversed(),
  )
  expect(all.find((brand) => brand.id === brandId)).toMatchObject({ campaigns: 1, members: 1, keys: 1 })
  const slugs: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await read(`/brands?limit=1${cursor && `&cursor=${cursor}`}`)
    slugs.push(...body.items.map(({ slug }: OperatedBrand) => slug))
    cursor = body.nextCursor
  }
  expect(slugs).toEqual(all.map(({ slug }) => slug))
  expect((await read('/brands?q=NORTH r')).body.items.map(({ slug }: OperatedBrand) => slug)).toEqual([
    'north-roast',
  ])
  expect((await read('/brands?q=%25')).body.items).toEqual([])
  expect((await read('/brands?state=suspended')).body.items).toEqual([])
  expect((await read('/brands?cursor=rubbish')).status).toBe(422)
})

test('suspends and resumes once; a colleague’s second is a conflict that names the first', async () => {
  const both = await Promise.all([
    post('/brands/north-roast/suspend'),
    post('/brands/north-roast/suspend', {}, max),
  ])
  const refused = both.find(({ status }) => status === 409)!
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(refused.body.detail).toMatch(
    /^north-roast is suspended already\. (mia|max) did brand\.suspend on it at .* UTC\.$/,
  )
  // The first one again changes nothing.
  const again = await Promise.all([
    post('/brands/north-roast/suspend'),
    post('/brands/north-roast/suspend', {}, max),
  ])
  expect(again.map(({ status }) => status)).toEqual(both.map(({ status }) => status))
  expect((await read('/brands/north-roast')).body).toMatchObject({ state: 'suspended' })
  expect((await read('/brands?state=suspended')).body.items.length).toBe(1)
  expect((await post('/brands/north-roast/resume')).body).toMatchObject({
    state: 'active',
    suspendedAt: null,
  })
  expect((await post('/brands/north-roast/resume')).status).toBe(200)
  expect((await post('/brands/north-roast/resume', {}, max)).status).toBe(409)
  expect((await post('/brands/nobody/suspend')).status).toBe(404)
})

const put = async (path: string, payload: object, who = mia) =>
  await callOperator(app, who, { method: 'PUT', path, payload })

test('what a brand’s pages say is edited with before and after in the log, by who has seen it', async () => {
  const { brandId, id } = await createCampaign(app, { title: 'Grinders' })
  const member = await createMember(app)
  await app.server.inject({
    method: 'POST',
    url: `/api/v1/campaigns/${id}/enrolment`,
    headers: member.headers,
  })
  const { slug } = await app.db
    .selectFrom('brand')
    .select('slug')
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow()
  const path = `/brands/${slug}`
  const { name, tagline, about, website, colors, country, revision } = (await read(path)).body
  const now = { name, tagline, about, website, colors, country }
  expect((await read(`${path}/use`)).body).toEqual({ campaigns: 1, open: 1, links: 1, members: 1 })
  const next = { ...now, name: '  Zebra Beans ', country: 'PT', colors: { base: '#AA0000', glow: '#ffffff' } }
  const change = { ...next, reason: 'They were bought', seen: revision }
  const both = await Promise.all([put(path, change), put(path, { ...change, name: 'Another' }, max)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)!.body.detail).toMatch(
    /^Someone else changed this brand in the meantime\. Your change was not saved\. (mia|max) did brand\.edit on it at .* UTC\.$/,
  )
  const edited = both.find(({ status }) => status === 200)!.body
  expect(edited).toMatchObject({ country: 'PT', colors: { base: '#aa0000' }, revision: revision + 1 })
  const [entry] = (await read(`/audit?action=brand.edit&target=${slug}`, await operatorBearer(app))).body
    .items
  expect(entry).toMatchObject({
    before: { name, country: null, colors },
    after: { name: edited.name, country: 'PT', colors: edited.colors },
    reason: 'They were bought',
  })
  expect(Object.keys(entry.after).sort()).toEqual(['colors', 'country', 'name'])
  // Members find its campaign by the new name, and its page has it.
  const search = async (q: string) =>
    (await app.server.inject({ url: `/api/v1/campaigns?q=${q}`, headers: member.headers })).json()
  expect((await search(edited.name.split(' ').at(-1))).items).toMatchObject([
    { id, brand: { name: edited.name } },
  ])
  expect((await app.server.inject(`/api/v1/brands/${slug}`)).json()).toMatchObject({ name: edited.name })
  // Edited again it is as it was, searches too.
  const undo = { ...now, reason: 'They were not', seen: edited.revision }
  expect((await put(path, undo)).body).toMatchObject({ ...now, revision: revision + 2 })
  expect((await search(edited.name.split(' ').at(-1))).items).toEqual([])
  expect(await put(path, { ...undo, seen: revision + 2 })).toMatchObject({
    status: 409,
    body: { detail: 'It is so already.' },
  })
  expect((await put('/brands/nobody', undo)).status).toBe(404)
  expect((await read('/brands/nobody/use')).status).toBe(404)
  const wrong = await put(path, { ...undo, name: ' ', website: 'ftp://x.example', country: 'pt' })
  expect(wrong.body.issues.map((issue: { path: string }) => issue.path).sort()).toEqual([
    'body.country',
    'body.name',
    'body.website',
  ])
  const { seen: _, ...unseen } = undo
  expect((await put(path, unseen)).status).toBe(422)
  expect((await put(path, undo, await operatorBearer(app, 'support'))).status).toBe(403)
})

test('a contact and a logo that a colleague changed meanwhile are not overwritten', async () => {
  const path = '/brands/north-roast'
  const contact = async (email: string | null, seen: string | null, who = mia) =>
    await put(`${path}/contact`, { email, seen }, who)
  expect((await contact('a@roast.example', null)).status).toBe(200)
  const refused = await contact('b@roast.example', null, max)
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    expect.stringMatching(
      /^Someone else changed the contact in the meantime\. Your change was not saved\. mia did brand\.contact/,
    ),
  ])
  expect((await read(path)).body.contactEmail).toBe('a@roast.example')
  expect((await contact(null, 'a@roast.example', max)).body.contactEmail).toBe(null)
  const logo = async (seen: string) => {
    const { statusCode, body } = await app.server.inject({
      method: 'PUT',
      url: `/api/v1/operator${path}/logo?seen=${encodeURIComponent(seen)}`,
      headers: { ...mia.headers, 'content-type': 'image/png' },
      payload: onePixelPng,
    })
    return { status: statusCode, body: JSON.parse(body) }
  }
  const first = await logo('')
  expect(first.status).toBe(200)
  expect((await logo('')).body.detail).toMatch(
    /^Someone else changed the logo in the meantime\. Your change was not saved\. mia did brand\.logo/,
  )
  const { logoURL } = first.body
  expect((await read(path)).body.logoURL).toBe(logoURL)
  const remove = async (seen: string) =>
    await callOperator(app, mia, { method: 'DELETE', path: `${path}/logo?seen=${encodeURIComponent(seen)}` })
  expect((await remove('/files/brands/other.webp')).status).toBe(409)
  expect(await remove(logoURL)).toMatchObject({ status: 200, body: { logoURL: null } })
})

test('takes a logo as an image or a drawing, refuses what is none, and draws the letter again', async () => {
  const putLogo = async (payload: Buffer, type: string) => {
    const response = await app.server.inject({
      method: 'PUT',
      url: '/api/v1/operator/brands/north-roast/logo',
      headers: { ...mia.headers, 'content-type': type },
      payload,
    })
    return [response.statusCode, response.json()] as const
  }
  const [status, brand] = await putLogo(onePixelPng, 'image/png')
  expect(status, JSON.stringify(brand)).toBe(200)
  expect(brand.logoURL).toMatch(/^\/files\/brands\/.*\.webp$/)
  expect((await app.server.inject(brand.logoURL)).statusCode).toBe(200)
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
  )
  const [drawn, other] = await putLogo(svg, 'image/svg+xml')
  expect([drawn, other.logoURL === brand.logoURL]).toEqual([200, false])
  expect((await putLogo(Buffer.from('no image'), 'image/png'))[0]).toBe(422)
  const removed = await callOperator(app, mia, { method: 'DELETE', path: '/brands/north-roast/logo' })
  expect([removed.status, removed.body.logoURL]).toEqual([200, null])
})
