import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import type { CategoryTexts } from '#contracts/operator-categories.schemas.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { testActor } from '#testing/operators.ts'
import { newId } from '#server/platform/ids.ts'
import { closeCampaign } from './campaigns.fixture.ts'
import { campaignNames, campaignTitles, setCategory } from './public.ts'

let app: TestApp
let ada: TestMember
beforeAll(async () => {
  app = await startTestApp()
  ada = await createMember(app, { profile: completeProfile })
})
afterAll(() => app.close())

async function get(url: string, headers: Record<string, string> = {}) {
  return await app.server.inject({ url, headers })
}

describe('a campaign', () => {
  test('shows a member its terms, what joining needs, and whether they can', async () => {
    const campaign = await createCampaign(app, {
      terms: '## What counts\n- Every sale.',
      destinationUrl: 'https://shop.brand.example/landing?from=crels',
      perMemberCapCrels: 500,
      countries: ['FR'],
      requiredChannels: ['youtube', 'twitch'],
    })
    const response = await get(`/api/v1/campaigns/${campaign.id}`, ada.headers)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      id: campaign.id,
      terms: '## What counts\n- Every sale.',
      termsVersion: 1,
      destinationHost: 'shop.brand.example',
      perMemberCapCrels: 500,
      enrolment: null,
      canJoin: false,
      requirements: [
        { key: 'email_verified', ok: true },
        { key: 'campaign_open', ok: true },
        { key: 'not_enrolled', ok: true },
        { key: 'places_left', ok: true },
        { key: 'country_allowed', ok: false },
        { key: 'channel_present', ok: true },
      ],
    })
  })

  test('can be joined when everything is met, and shows the enrolment afterwards', async () => {
    const { id } = await createCampaign(app, { countries: ['DE'], requiredChannels: ['youtube'] })
    expect((await get(`/api/v1/campaigns/${id}`, ada.headers)).json().canJoin).toBe(true)
    await app.server.inject({
      method: 'POST',
      url: `/api/v1/campaigns/${id}/enrolment`,
      headers: ada.headers,
    })
    expect((await get(`/api/v1/campaigns/${id}`, ada.headers)).json()).toMatchObject({
      canJoin: false,
      members: 1,
      enrolment: { state: 'active', reason: null, reapplyAt: null, link: { code: expect.any(String) } },
    })
  })

  test('is open to visitors without anything that is personal', async () => {
    const { id } = await createCampaign(app)
    const response = await get(`/api/v1/public/campaigns/${id}`)
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-cache')
    expect(response.json()).toMatchObject({ id, terms: expect.any(String), state: 'active' })
    expect(Object.keys(response.json())).not.toContain('enrolment')
  })

  test('has words for buyers that say nothing of the reward, each caption with its disclosure', async () => {
    const brand = await createBrand(app, { name: 'Ovenly', tagline: 'Bread on time' })
    const read = async (id: string) => (await get(`/api/v1/public/campaigns/${id}`)).json()
    const plain = await createCampaign(app, { brandId: brand.id, title: 'Earn 84 crels a sale' })
    expect(await read(plain.id)).toMatchObject({
      publicTitle: null,
      publicDescription: 'Bread on time',
      captions: ['Have a look at Ovenly. #ad'],
    })
    const worded = await createCampaign(app, {
      brandId: brand.id,
      publicTitle: 'Sourdough',
      publicDescription: 'Baked at four.',
      captions: ['My breakfast.', 'Advertisement: my breakfast.'],
    })
    expect(await read(worded.id)).toMatchObject({
      publicTitle: 'Sourdough',
      publicDescription: 'Baked at four.',
      captions: ['My breakfast. #ad', 'Advertisement: my breakfast.'],
    })
  })

  test('says what is left of the budget, in crels and as a share rounded down', async () => {
    const { id } = await createCampaign(app, { budgetCrels: 300 })
    const read = async () => (await get(`/api/v1/public/campaigns/${id}`)).json()
    const left = async () => (await read()).budgetLeftPercent
    expect((await read()).budgetLeftCrels).toBe(300)
    expect(await left()).toBe(100)
    await sql`update campaign set budget_crels = 1000 where id = ${id}`.execute(app.db)
    expect(await left()).toBe(30)
    await sql`update campaign set budget_crels = 301 where id = ${id}`.execute(app.db)
    expect(await left()).toBe(99)
  })

  test('is not found while a draft, once archived, of a suspended brand, or unknown', async () => {
    const draft = await createCampaign(app, { publish: false })
    const archived = await createCampaign(app)
    await closeCampaign(app.db, archived.id, 'archived')
    const suspended = await createCampaign(app)
    await sql`update brand set state = 'suspended', suspended_at = crels_now() where id = ${suspended.brandId}`.execute(
      app.db,
    )
    for (const id of [draft.id, archived.id, suspended.id, newId('campaign'), 'cmp_1', 'x'.repeat(400)]) {
      const mine = await get(`/api/v1/campaigns/${id}`, ada.headers)
      expect(mine.json(), id).toMatchObject({ status: 404, code: 'not_found' })
      expect((await get(`/api/v1/public/campaigns/${id}`)).statusCode).toBe(404)
      expect((await get(`/campaigns/${id}`)).statusCode).toBe(404)
    }
  })

  test('is found once archived by who has an enrolment, who leaves it there', async () => {
    const { id } = await createCampaign(app)
    const url = `/api/v1/campaigns/${id}/enrolment`
    expect((await app.server.inject({ method: 'POST', url, headers: ada.headers })).statusCode).toBe(201)
    await closeCampaign(app.db, id, 'archived')
    expect((await get(`/api/v1/campaigns/${id}`, ada.headers)).json()).toMatchObject({
      state: 'archived',
      canJoin: false,
      enrolment: { state: 'active' },
    })
    expect((await app.server.inject({ method: 'DELETE', url, headers: ada.headers })).statusCode).toBe(200)
    expect((await get(`/api/v1/campaigns/${id}`, ada.headers)).json()).toMatchObject({
      enrolment: { state: 'left' },
    })
    expect((await get(`/api/v1/public/campaigns/${id}`)).statusCode).toBe(404)
  })

  test('has a page while it is shown, ended or not', async () => {
    const { id } = await createCampaign(app)
    expect((await get(`/campaigns/${id}`)).statusCode).toBe(200)
    await closeCampaign(app.db, id, 'ended')
    expect((await get(`/campaigns/${id}`)).statusCode).toBe(200)
    expect((await get(`/api/v1/public/campaigns/${id}`)).json().state).toBe('ended')
  })

  test('asks members to sign in', async () => {
    const { id } = await createCampaign(app)
    expect((await get(`/api/v1/campaigns/${id}`)).json().code).toBe('unauthenticated')
  })
})

describe('categories', () => {
  test('come in their order with the campaigns that run', async () => {
    await createCampaign(app, { category: 'games' })
    await createCampaign(app, { category: 'games', publish: false })
    const closed = await createCampaign(app, { category: 'games' })
    await closeCampaign(app.db, closed.id, 'paused')
    const { items } = (await get('/api/v1/campaigns/categories', ada.headers)).json()
    expect(items).toHaveLength(10)
    expect(items[0]).toMatchObject({ slug: 'food-drink', name: 'Food & drink', icon: 'IconCoffee' })
    expect(items.find(({ slug }: { slug: string }) => slug === 'games')).toMatchObject({ campaigns: 1 })
  })

  test('are named in the language of who asks; one that an operator renamed is as they wrote it', async () => {
    const headers = { ...ada.headers, 'accept-language': 'es' }
    const { items } = (await get('/api/v1/campaigns/categories', headers)).json()
    expect(items[0]).toMatchObject({ name: 'Comida y bebida', description: expect.stringContaining('Café') })
    const { id } = await createCampaign(app, { category: 'books' })
    const nameOf = async () => (await get(`/api/v1/campaigns/${id}`, headers)).json().category.name
    expect(await nameOf()).toBe('Libros')
    const rename = async (texts: CategoryTexts) =>
      await app.db.transaction().execute(
        async (tx) =>
          await setCategory(tx, testActor, {
            slug: 'books',
            texts,
            icon: 'IconBook',
            industries: ['books'],
            reason: 'a test',
          }),
      )
    const comics = { name: 'Comics', description: 'Drawn.' }
    await rename({ en: comics })
    expect(await nameOf()).toBe('Comics')
    await rename({ en: comics, es: { name: 'Tebeos', description: '' } })
    expect(await nameOf()).toBe('Tebeos')
    expect((await get('/campaigns/category/books', { 'accept-language': 'es' })).body).toContain('Tebeos')
    await rename({ en: { ...comics, name: 'Books' } })
    expect((await get('/campaigns/category/books', { 'accept-language': 'de' })).body).toContain('Bücher')
  })

  test('ask to sign in, and have pages of their own', async () => {
    expect((await get('/api/v1/campaigns/categories')).statusCode).toBe(401)
    expect((await get('/campaigns/category/games')).statusCode).toBe(200)
    expect((await get('/campaigns/category/gamez')).statusCode).toBe(404)
  })
})

describe('brands', () => {
  test('with campaigns are listed by name for everyone', async () => {
    await createBrand(app, { name: 'Nobody’s Campaigns' })
    const zebra = await createBrand(app, { name: 'zebra', tagline: 'Last' })
    await createCampaign(app, { brandId: zebra.id })
    await createCampaign(app, { brandId: zebra.id })
    const { items } = (await get('/api/v1/brands')).json()
    expect(items.at(-1)).toEqual({
      id: zebra.id,
      slug: zebra.slug,
      name: 'zebra',
      tagline: 'Last',
      colors: { base: '#0b7255', glow: '#ffd066' },
      logoURL: null,
      campaigns: 2,
    })
    expect(items.map(({ name }: { name: string }) => name)).not.toContain('Nobody’s Campaigns')
  })

  test('have a page with their running campaigns; an unknown slug is 404', async () => {
    const brand = await createBrand(app, { about: 'Since 1901.' })
    const running = await createCampaign(app, { brandId: brand.id })
    const paused = await createCampaign(app, { brandId: brand.id })
    await closeCampaign(app.db, paused.id, 'paused')
    const page = (await get(`/api/v1/brands/${brand.slug}`)).json()
    expect(page).toMatchObject({ id: brand.id, about: 'Since 1901.', website: 'https://brand.example' })
    expect(page.campaigns.map(({ id }: { id: string }) => id)).toEqual([running.id])
    expect((await get('/api/v1/brands/nobody')).json()).toMatchObject({ status: 404, code: 'not_found' })
    expect((await get('/api/v1/brands/NOBODY')).statusCode).toBe(404)
  })
})

test('gives other modules titles and brands of many campaigns at once', async () => {
  const one = await createCampaign(app)
  const two = await createCampaign(app)
  const titles = await campaignTitles(app.db, [one.id, two.id, newId('campaign')])
  expect(titles.size).toBe(2)
  expect(titles.get(one.id)).toMatchObject({ id: one.id, title: one.title, brand: { id: one.brandId } })
  const { publicName, brand } = (await campaignNames(app.db, [one.id])).get(one.id)!
  expect(publicName).toBe(brand.name)
})
