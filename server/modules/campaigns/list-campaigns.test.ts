import { CompiledQuery, sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CampaignCard, CampaignPage } from '#contracts/campaigns.schemas.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { closeCampaign } from './campaigns.fixture.ts'
import { fitRanks } from './campaign-ranks.ts'
import { reachOf, matchesText } from './campaign-text.ts'
import { campaignsSql, type CampaignQuery } from './list-campaigns.ts'

const day = 86_400_000
let app: TestApp
let ada: TestMember
beforeAll(async () => {
  app = await startTestApp()
  ada = await createMember(app, { profile: completeProfile })
  // Twenty that run: started 1 to 58 days ago, some without end, several with equal popularity.
  const brand = await createBrand(app, { name: 'Tidal Audio' })
  for (let i = 0; i < 20; i++) {
    const { id } = await createCampaign(app, {
      brandId: brand.id,
      category: i % 4 === 0 ? 'books' : 'outdoor',
      title: `Walk ${i}`,
      startsAt: ago(1 + 3 * i),
      endsAt: i % 3 === 0 ? null : ago(-5 - ((i * 7) % 19)),
      countries: i % 5 === 0 ? ['NO', 'SE'] : [],
      ...(i % 2 === 0 ? { leadCrels: 5 } : { sale: { bps: 800 } }),
    })
    await sql`update campaign set popularity = ${(i * 5) % 7} where id = ${id}`.execute(app.db)
  }
})
afterAll(() => app.close())

function ago(days: number): string {
  return new Date(Date.now() - days * day).toISOString()
}

async function get(query: string) {
  return await app.server.inject({ url: `/api/v1/campaigns${query}`, headers: ada.headers })
}

async function list(query: string): Promise<CampaignCard[]> {
  const response = await get(`?limit=100&${query}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<CampaignPage>().items
}

const titles = (items: CampaignCard[]) => items.map(({ title }) => title)

describe.each(['popular', 'new', 'ending'])('sorted by %s', (sort) => {
  test.each([1, 3, 7])(
    'walks every campaign once, in the order of the whole, %i at a time',
    async (limit) => {
      const whole = titles(await list(`sort=${sort}&q=walk`))
      const walked: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: CampaignPage = (
          await get(`?sort=${sort}&q=walk&limit=${limit}${cursor && `&cursor=${cursor}`}`)
        ).json()
        expect(page.items.length).toBeLessThanOrEqual(limit)
        walked.push(...titles(page.items))
        cursor = page.nextCursor
      }
      expect(walked).toEqual(whole)
      expect(new Set(walked).size).toBe(sort === 'new' ? 10 : 20)
    },
  )
})

test('orders by popularity, by newest start and by soonest end with the endless last', async () => {
  const { rows } = await sql<{ title: string; popularity: number }>`
    select title, popularity from campaign where title like 'Walk%'`.execute(app.db)
  const popularityOf = new Map(rows.map((row) => [row.title, row.popularity]))
  const popular = (await list('sort=popular&q=walk')).map(({ title }) => popularityOf.get(title)!)
  expect(popular).toEqual(popular.toSorted((a, b) => b - a))
  const fresh = await list('sort=new&q=walk')
  expect(titles(fresh)).toEqual(Array.from({ length: 10 }, (_, i) => `Walk ${i}`))
  expect(fresh.every(({ isNew }) => isNew)).toBe(true)
  const ends = (await list('sort=ending&q=walk')).map(({ endsAt }) => endsAt ?? '9')
  expect(ends).toEqual(ends.toSorted())
})

test('filters by category, reward and country, together', async () => {
  const books = await list('category=books&q=walk')
  expect(books).toHaveLength(5)
  expect(books.every(({ category }) => category.slug === 'books' && category.name === 'Books')).toBe(true)
  expect(await list('reward=lead&q=walk')).toHaveLength(10)
  expect(await list('reward=sale&q=walk')).toHaveLength(10)
  expect(await list('reward=click')).toHaveLength(0)
  expect(await list('country=FR&q=walk')).toHaveLength(16)
  expect(await list('country=NO&q=walk')).toHaveLength(20)
  expect(titles(await list('category=books&reward=lead&country=FR&q=walk')).toSorted()).toEqual([
    'Walk 12',
    'Walk 16',
    'Walk 4',
    'Walk 8',
  ])
  expect(await list('category=nothing')).toEqual([])
})

test('finds words by stem, by part, in title, summary and brand, and takes signs for signs', async () => {
  await createCampaign(app, {
    title: 'Mountain packs',
    summary: 'Rucksacks repaired in Squamish, 100% canvas.',
  })
  for (const q of ['pack', 'PACKS mountain', 'ounta', 'repairing', 'squam', '100%', 'rucksack packs'])
    expect(titles(await list(`q=${encodeURIComponent(q)}`)), q).toContain('Mountain packs')
  for (const q of ['_ountain', '%', 'packs violin', `'; drop table campaign; --`, '\\'])
    expect(titles(await list(`q=${encodeURIComponent(q)}`)), q).not.toEqual(['Walk 1'])
  expect(await list('q=%25%25')).toEqual([])
  expect(await list('q=tidal')).toHaveLength(20)
  await sql`update brand set name = 'Ebb and Flow' where name = 'Tidal Audio'`.execute(app.db)
  expect(await list('q=tidal')).toHaveLength(0)
  expect(await list('q=ebb')).toHaveLength(20)
  expect((await list('q=')).length).toBeGreaterThan(20)
})

test('shows what runs now, whatever a job has written', async () => {
  const later = await createCampaign(app, { title: 'Laterday', startsAt: ago(-2), endsAt: ago(-4) })
  const spent = await createCampaign(app, { title: 'Spentday', budgetCrels: 5 })
  const paused = await createCampaign(app, { title: 'Pauseday' })
  await closeCampaign(app.db, paused.id, 'paused')
  await createCampaign(app, { title: 'Draftday', publish: false })
  expect(await list('q=day')).toEqual([])
  const stateOf = async (id: string) =>
    (await app.server.inject({ url: `/api/v1/campaigns/${id}`, headers: ada.headers })).json().state
  expect([await stateOf(later.id), await stateOf(spent.id), await stateOf(paused.id)]).toEqual([
    'scheduled',
    'exhausted',
    'paused',
  ])
  await shift('3 days')
  expect(titles(await list('q=day'))).toEqual(['Laterday'])
  expect(await stateOf(later.id)).toBe('active')
  await shift('2 days')
  expect(await list('q=day')).toEqual([])
  expect(await stateOf(later.id)).toBe('ended')
  await shift('-5 days')
})

test('carries the card’s statistics and my own enrolment', async () => {
  const campaign = await createCampaign(app, {
    title: 'Singular',
    memberLimit: 10,
    budgetCrels: 999,
    joiningBonusPoints: 5,
    requiredChannels: ['youtube'],
  })
  await app.server.inject({
    method: 'POST',
    url: `/api/v1/campaigns/${campaign.id}/enrolment`,
    headers: ada.headers,
  })
  const [card] = await list('q=singular')
  expect(card).toMatchObject({
    id: campaign.id,
    members: 1,
    memberLimit: 10,
    budgetLeftCrels: 999,
    budgetLeftPercent: 100,
    joiningBonusPoints: 5,
    requiredChannels: ['youtube'],
    isNew: true,
    brand: { id: campaign.brandId, colors: { base: '#0b7255', glow: '#ffd066' } },
    enrolment: { state: 'active', leftAt: null, link: { url: expect.stringContaining('/s/') } },
  })
  await app.server.inject({
    method: 'DELETE',
    url: `/api/v1/campaigns/${campaign.id}/enrolment`,
    headers: ada.headers,
  })
  const [afterwards] = await list('q=singular')
  const alone = await app.server.inject({ url: `/api/v1/campaigns/${campaign.id}`, headers: ada.headers })
  expect(afterwards!.enrolment).toMatchObject({ state: 'left', leftAt: expect.stringMatching(/Z$/) })
  expect(afterwards!.enrolment).toEqual(alone.json().enrolment)
})

describe('refuses', () => {
  test.each([
    ['an unknown order', '?sort=cheapest'],
    ['a country that is none', '?country=Norway'],
    ['no limit at all', '?limit=0'],
    ['a limit beyond 100', '?limit=101'],
    ['a reward that is none', '?reward=view'],
    ['too many words', `?q=${'a'.repeat(101)}`],
    ['a cursor that is none', '?cursor=abc'],
    ['an empty cursor', '?cursor='],
    ['a cursor with other signs', '?cursor=%C3%A9%C3%A9'],
  ])('%s', async (_, query) => {
    const response = await get(query)
    expect(response.json()).toMatchObject({ status: 422, code: 'validation_failed' })
  })

  test('a cursor of another order, and one that was changed', async () => {
    const { nextCursor } = (await get('?sort=popular&limit=1')).json()
    expect((await get(`?sort=new&cursor=${nextCursor}`)).statusCode).toBe(422)
    expect((await get(`?sort=ending&cursor=${nextCursor}`)).statusCode).toBe(422)
    for (const place of [
      ['popular', 'x', 'cmp_0'],
      ['popular', null, `cmp_${'0'.repeat(32)}`],
      ['new', 9e15, `cmp_${'0'.repeat(32)}`],
      ['new', -1, `cmp_${'0'.repeat(32)}`],
      {},
      null,
    ]) {
      const cursor = Buffer.from(JSON.stringify(place)).toString('base64url')
      const sort = Array.isArray(place) ? place[0] : 'popular'
      expect((await get(`?sort=${sort}&cursor=${cursor}`)).statusCode, cursor).toBe(422)
    }
  })

  test('a visitor', async () => {
    expect((await app.server.inject({ url: '/api/v1/campaigns' })).statusCode).toBe(401)
  })
})

test('reads each order from its index among thousands', async () => {
  const owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  await owner.query(`
    begin;
    insert into campaign (id, brand_id, category_slug, title, summary, destination_url, allowed_hosts, terms_version,
                          reward_lead_crels, state, starts_at, ends_at, popularity)
    select new_id('cmp'), (select id from brand limit 1), (array['books', 'audio', 'games', 'home'])[1 + n % 4],
           'Filler ' || n, 'One of many.', 'https://filler.example/', array['filler.example'], 1, 10,
           'active', now() - n * interval '4 minutes', now() + n * interval '1 hour' + interval '1 day', n
    from generate_series(1, 4000) n;
    insert into campaign_terms (campaign_id, version, markdown) select id, 1, 'x' from campaign where title like 'Filler%';
    commit`)
  await owner.query('vacuum analyze')
  await owner.end()
  const now = new Date()
  const plan = async (query: RawBuilder<unknown>) => {
    // As it is planned for any parameters (prepared-statements.ts).
    const text = `explain (generic_plan) ${query.compile(app.db).sql}`
    const { rows } = await app.db.executeQuery<Record<string, string>>(CompiledQuery.raw(text))
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const of = async (query: Partial<CampaignQuery>) =>
    await plan(campaignsSql({ sort: 'popular', limit: 20, ...query }, now))
  expect(await of({})).toContain('campaign_by_popularity')
  expect(await of({ sort: 'new' })).toContain('campaign_by_start')
  expect(await of({ sort: 'ending' })).toContain('campaign_by_end')
  expect(await of({ category: 'games' })).toContain('campaign_by_category')
  // In its order, so that no more is read than the page needs.
  for (const query of [{}, { sort: 'new' }, { sort: 'ending' }, { category: 'games' }] as const)
    expect(await of(query)).not.toContain('Sort')
  const seeker = { uid: ada.uid, country: 'DE', platforms: ['youtube'], categories: ['books'] }
  const [, unasked] = fitRanks(seeker, 'games')
  const forMe = { sort: 'for_me', seeker, category: 'games', channel: 'youtube', limit: 20 } as const
  const fitting = await plan(campaignsSql(forMe, now, [unasked!.condition]))
  expect(fitting).toContain('campaign_by_category')
  expect(fitting).not.toContain('Sort')
  // Words that few have are gathered by their index; those that all have, together, are met in the order of the list.
  const searched = async (q: string) => {
    const reach = await reachOf(app.db, q, { byMatch: true })
    return await plan(campaignsSql({ sort: 'popular', limit: 20 }, now, [matchesText(q, reach)]))
  }
  expect(await searched('squamish canvas')).toContain('campaign_text_terms')
  expect(await searched('filler many')).toMatch(/campaign_by_popularity(?=[^]*campaign_text_pkey)/)
  expect(await reachOf(app.db, 'filler squamish', { byMatch: true })).toEqual({ all: 0, titled: 0 })
})

async function shift(interval: string) {
  await shiftClock(app.db, interval)
  await app.clock.follow(app.db)
}
