import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CampaignPage } from '#contracts/campaigns.schemas.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { refreshSearchTerms } from './spelling-correction.ts'

let app: TestApp
let ada: TestMember
beforeAll(async () => {
  app = await startTestApp()
  ada = await createMember(app, { profile: completeProfile })
})
afterAll(() => app.close())

async function page(query: string, member = ada): Promise<CampaignPage> {
  const response = await app.server.inject({
    url: `/api/v1/campaigns?${query.includes('limit=') ? '' : 'limit=100&'}${query}`,
    headers: member.headers,
  })
  expect(response.statusCode, response.body).toBe(200)
  return response.json<CampaignPage>()
}

const titles = (found: CampaignPage) => found.items.map(({ title }) => title)

/** Every page of a list, a few campaigns at a time. */
async function walk(query: string, limit: number): Promise<string[]> {
  const walked: string[] = []
  let cursor: string | null = null
  do {
    const found: CampaignPage = await page(`${query}&limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`)
    walked.push(...titles(found))
    cursor = found.nextCursor
  } while (cursor !== null)
  return walked
}

describe('words', () => {
  beforeAll(async () => {
    const roaster = await createBrand(app, { name: 'Kettle Roasters' })
    const other = await createBrand(app, { name: 'Somebody else' })
    await createCampaign(app, {
      brandId: other.id,
      title: 'Mugs for mornings',
      summary: 'Stoneware that keeps espresso warm.',
    })
    await createCampaign(app, { brandId: other.id, title: 'Espresso by post', summary: 'A box each month.' })
    await createCampaign(app, { brandId: roaster.id, title: 'Whole beans', summary: 'Espresso and filter.' })
    for (let i = 0; i < 7; i++)
      await createCampaign(app, { brandId: other.id, title: `Saucer ${i}`, summary: 'Under every mug.' })
    await sql`update campaign set popularity = 9 where title like 'Mugs%'`.execute(app.db)
    await inTransaction(app.db, refreshSearchTerms)
  })

  test('find what has them in its title before what has them in its summary, however popular', async () => {
    expect(titles(await page('q=espresso'))).toEqual(['Espresso by post', 'Mugs for mornings', 'Whole beans'])
    expect(titles(await page('q=espresso&sort=popular'))[0]).toBe('Mugs for mornings')
    expect(titles(await page('q=kettle+roa'))).toEqual(['Whole beans'])
    expect(titles(await page('sort=match'))).toEqual(titles(await page('')))
  })

  test.each([1, 2, 3, 100])('are walked page by page, %i at a time, each campaign once', async (limit) => {
    const whole = titles(await page('q=mug'))
    expect(whole).toHaveLength(8)
    expect(await walk('q=mug', limit)).toEqual(whole)
    expect(await walk('q=muggs', limit), 'a slip of the finger').toEqual(titles(await page('q=mugs')))
    expect(await walk('q=saucr', limit)).toEqual(whole.filter((title) => title.startsWith('Saucer')))
  })

  test.each([
    ['expresso', 'espresso', 3],
    ['esprseso', 'espresso', 3],
    ['Kettel+roasters', 'kettle roasters', 1],
    ['whole+baens', 'whole beans', 1],
  ])('%s is taken for %s, and the answer says so', async (typed, meant, count) => {
    const found = await page(`q=${typed}`)
    expect(found.searchedFor).toBe(meant)
    expect(found.items).toHaveLength(count)
  })

  test('that are known, short or like nothing are searched unchanged', async () => {
    for (const q of ['espresso', 'espresso+saucer', 'xyz', 'violoncello', '%25', '_', '%5C'])
      expect((await page(`q=${q}`)).searchedFor, q).toBeNull()
    // Known, though not where one looks.
    expect(await page('q=espresso&category=games')).toMatchObject({ items: [], searchedFor: null })
    expect(await page('q=expreso&category=games')).toMatchObject({ items: [], searchedFor: null })
  })

  test('are those of running campaigns, as the job records them', async () => {
    const { id } = await createCampaign(app, { title: 'Marimba lessons' })
    expect((await page('q=marinba')).items).toEqual([])
    expect(await inTransaction(app.db, refreshSearchTerms)).toMatchObject({ removed: 0 })
    expect((await page('q=marinba')).searchedFor).toBe('marimba')
    await sql`update campaign set state = 'ended' where id = ${id}`.execute(app.db)
    expect((await inTransaction(app.db, refreshSearchTerms)).removed).toBeGreaterThan(0)
    expect(await inTransaction(app.db, refreshSearchTerms)).toEqual({ added: 0, removed: 0 })
    expect(await page('q=marinba')).toMatchObject({ items: [], searchedFor: null })
  })
})

test('one brand’s, and those for one channel', async () => {
  const brand = await createBrand(app, { name: 'Narrow' })
  await createCampaign(app, { brandId: brand.id, title: 'Anywhere' })
  await createCampaign(app, { brandId: brand.id, title: 'On video', requiredChannels: ['youtube', 'tiktok'] })
  await createCampaign(app, { brandId: brand.id, title: 'In print', requiredChannels: ['newsletter'] })
  const of = async (query: string) => titles(await page(`brand=${brand.slug}${query}`)).toSorted()
  expect(await of('')).toEqual(['Anywhere', 'In print', 'On video'])
  expect(await of('&channel=tiktok')).toEqual(['Anywhere', 'On video'])
  expect(await of('&channel=podcast&q=any')).toEqual(['Anywhere'])
  expect(await page('brand=nobody')).toMatchObject({ items: [], nextCursor: null })
})

describe('for me', () => {
  test('are those I could join: what suits my industries first, then what asks for my channel', async () => {
    const brand = await createBrand(app, { name: 'Suited' })
    const made = async (title: string, changes: Parameters<typeof createCampaign>[1] = {}) =>
      await createCampaign(app, { brandId: brand.id, title, category: 'travel', ...changes })
    await made('Other', { category: 'travel' })
    await made('Suits', { category: 'software' })
    await made('My channel', { requiredChannels: ['youtube'] })
    await made('Both', { category: 'audio', requiredChannels: ['youtube', 'podcast'] })
    await made('Elsewhere', { countries: ['NO'] })
    await made('Here', { countries: ['DE', 'NO'] })
    await made('No such channel', { category: 'software', requiredChannels: ['twitch'] })
    await made('Full', { category: 'software', memberLimit: 1 })
    await sql`update campaign set members = 1 where title = 'Full'`.execute(app.db)
    await sql`update campaign set popularity = 5 where title = 'Here'`.execute(app.db)
    const mine = await made('Mine', { category: 'software' })
    const declined = await made('Declined', { category: 'software', approval: 'application' })
    for (const { id } of [mine, declined])
      await app.server.inject({
        method: 'POST',
        url: `/api/v1/campaigns/${id}/enrolment`,
        headers: ada.headers,
      })
    await sql`update enrolment set state = 'declined', decided_at = now() where campaign_id = ${declined.id}`.execute(
      app.db,
    )
    const of = async (query = '', member = ada) =>
      titles(await page(`sort=for_me&brand=${brand.slug}${query}`, member))
    expect(await of()).toEqual(['Both', 'Suits', 'My channel', 'Here', 'Other'])
    expect(await of('&category=travel')).toEqual(['My channel', 'Here', 'Other'])
    expect(await walk(`sort=for_me&brand=${brand.slug}`, 2)).toEqual(await of())
    // Suggested are all of them: what is not open to her after those, and last what she is in.
    const all = await walk(`sort=suggested&brand=${brand.slug}`, 3)
    expect(all.slice(0, 5)).toEqual(await of())
    expect(all.slice(5, -1).toSorted()).toEqual(['Declined', 'Elsewhere', 'Full', 'No such channel'])
    expect(all.at(-1)).toBe('Mine')
    await sql`update enrolment set decided_at = now() - interval '31 days'
      where campaign_id = ${declined.id}`.execute(app.db)
    expect(await of()).toContain('Declined')
    const blank = await createMember(app)
    expect((await of('', blank)).toSorted()).toEqual(['Declined', 'Mine', 'Other', 'Suits'])
  })

  test('refuses a cursor of another order', async () => {
    const { nextCursor } = await page('sort=for_me&limit=1')
    for (const query of ['q=espresso', 'sort=popular', 'sort=new', 'sort=suggested']) {
      const response = await app.server.inject({
        url: `/api/v1/campaigns?${query}&cursor=${nextCursor}`,
        headers: ada.headers,
      })
      expect(response.json(), query).toMatchObject({ status: 422, code: 'validation_failed' })
    }
  })
})
