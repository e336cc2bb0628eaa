import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListedCategory, OperatedCategory } from '#contracts/operator-categories.schemas.ts'
import { closeCampaign } from '#server/modules/campaigns/campaigns.fixture.ts'
import { checkAuditLog } from '#server/modules/operators/public.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCampaign } from '#testing/campaigns.ts'
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

const why = { reason: 'a test' }
const text = (name: string, description = '') => ({ name, description })
const list = async () =>
  (await callOperator(app, mia, { path: '/categories' })).body.items as ListedCategory[]
const read = async (slug: string) =>
  (await callOperator(app, mia, { path: `/categories/${slug}` })).body as OperatedCategory
const add = async (payload: object, who = mia) =>
  await callOperator(app, who, {
    method: 'POST',
    path: '/categories',
    payload: { icon: 'IconTag', industries: [], ...why, ...payload },
  })
const set = async (slug: string, payload: object, who = mia) => {
  const { texts, icon, industries, revision } = await read(slug)
  return await callOperator(app, who, {
    method: 'PUT',
    path: `/categories/${slug}`,
    payload: { texts, icon, industries, seen: revision, ...why, ...payload },
  })
}
const turn = async (slug: string, isRetired: boolean, who = mia, seen?: number) =>
  await callOperator(app, who, {
    method: 'POST',
    path: `/categories/${slug}/turns`,
    payload: { isRetired, seen: seen ?? (await read(slug)).revision, ...why },
  })
const order = async (payload: object, who = mia) =>
  await callOperator(app, who, { method: 'PUT', path: '/category-order', payload: { ...why, ...payload } })
const slugs = async () => (await list()).map(({ slug }) => slug)
const logIsRight = async () => {
  const { breaks, differences } = await checkAuditLog(app.db)
  expect({ breaks, differences }).toEqual({ breaks: [], differences: [] })
}

test('those that come with Crels are listed in their order, in each language, with the campaigns in them', async () => {
  const first = await createCampaign(app, { category: 'audio' })
  await createCampaign(app, { category: 'audio', publish: false })
  await closeCampaign(app.db, first.id, 'ended')
  await createCampaign(app, { category: 'audio' })
  const items = await list()
  expect(items).toHaveLength(10)
  expect(items[0]).toMatchObject({
    slug: 'food-drink',
    origin: 'default',
    isRetired: false,
    revision: 1,
    shown: { en: { name: 'Food & drink' }, es: { name: 'Comida y bebida' } },
    use: { campaigns: 0, open: 0, live: 0 },
  })
  expect(items.find(({ slug }) => slug === 'audio')!.use).toEqual({ campaigns: 3, open: 2, live: 1 })
  expect((await read('audio')).versions).toMatchObject([{ revision: 1, author: 'migration', reason: null }])
  expect((await callOperator(app, mia, { path: '/categories/no-such' })).status).toBe(404)
})

test('one is renamed per language, keeps its versions, and what has no text of its own follows English', async () => {
  const texts = { en: text('Reading', 'Pages.'), de: text('Lesen') }
  const made = await set('books', { texts, icon: 'IconTag', industries: ['education'] })
  expect(made).toMatchObject({
    status: 200,
    body: {
      origin: 'edited',
      revision: 2,
      shown: { en: texts.en, es: texts.en, de: text('Lesen', 'Pages.') },
      initial: { name: 'Books' },
      versions: [{ revision: 2, texts, author: 'mia', reason: 'a test' }, { revision: 1 }],
    },
  })
  // The address is the same.
  const headers = { 'accept-language': 'de' }
  const page = await app.server.inject({ url: '/campaigns/category/books', headers })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('Lesen')
  // As it came, but for German.
  const again = await set('books', { texts: { en: made.body.initial, de: text('Lesen') } })
  expect(again.body.shown).toMatchObject({ es: { name: 'Libros' }, de: { name: 'Lesen' } })
  expect((await set('books', {})).body.detail).toBe('It is so already.')
  expect((await set('books', { texts: { en: text('software') } })).body.detail).toBe(
    'The category software is called software already.',
  )
  await logIsRight()
})

test('one is added after the others and takes campaigns', async () => {
  const made = await add({ slug: 'pets', texts: { en: text('Pets', 'Paws.'), es: text('Mascotas') } })
  expect(made).toMatchObject({
    status: 201,
    body: { origin: 'added', initial: null, versions: [{ author: 'mia' }] },
  })
  expect((await slugs()).at(-1)).toBe('pets')
  await createCampaign(app, { category: 'pets' })
  expect((await read('pets')).use).toEqual({ campaigns: 1, open: 1, live: 1 })
  expect((await app.server.inject('/campaigns/category/pets')).statusCode).toBe(200)
  expect((await add({ slug: 'pets', texts: { en: text('Other') } })).status).toBe(409)
  expect((await add({ slug: 'other', texts: { en: text('PETS') } })).status).toBe(409)
  const twice = await Promise.all([1, 2].map(() => add({ slug: 'twice', texts: { en: text('Twice') } })))
  expect(twice.map(({ status }) => status).sort()).toEqual([201, 409])
})

test('one is retired when every campaign in it is over, is offered nowhere then, and comes back as it was', async () => {
  const { id } = await createCampaign(app, { category: 'travel' })
  const refused = await turn('travel', true)
  expect(refused).toMatchObject({ status: 409 })
  expect(refused.body.detail).toBe(
    'Campaigns in it that are not over: 1 (live: 1). Move them to another category first, or end them.',
  )
  await closeCampaign(app.db, id, 'ended')
  const { revision } = await read('travel')
  expect((await turn('travel', true)).body).toMatchObject({ isRetired: true, revision: revision + 1 })
  const { headers } = await createMember(app)
  const categories = await app.server.inject({ url: '/api/v1/campaigns/categories', headers })
  expect(categories.json().items).toContainEqual(
    expect.objectContaining({ slug: 'travel', isRetired: true, campaigns: 0 }),
  )
  const choices = (await callOperator(app, mia, { path: '/campaign-choices' })).body
  expect(choices.categories.map(({ slug }: { slug: string }) => slug)).not.toContain('travel')
  await expect(createCampaign(app, { category: 'travel' })).rejects.toMatchObject({
    code: 'validation_failed',
  })
  // Links to it hold.
  expect((await app.server.inject('/campaigns/category/travel')).statusCode).toBe(200)
  expect((await turn('travel', true)).body).toMatchObject({ isRetired: true, revision: revision + 1 })
  expect((await turn('travel', true, max)).body.detail).toMatch(
    /^It is retired already\. mia did category\.edit/,
  )
  expect((await turn('travel', false)).body).toMatchObject({ isRetired: false, origin: 'default' })
  await createCampaign(app, { category: 'travel' })
  await logIsRight()
})

test('a campaign that comes while its category is retired is refused, or keeps it', async () => {
  for (const round of [1, 2, 3]) {
    const slug = `race-${round}`
    await add({ slug, texts: { en: text(`Race ${round}`) } })
    const [campaign, retired] = await Promise.allSettled([
      createCampaign(app, { category: slug }),
      turn(slug, true),
    ])
    const isRetired = retired.status === 'fulfilled' && retired.value.status === 200
    expect([campaign.status === 'fulfilled', isRetired].sort()).toEqual([false, true])
  }
})

test('they are put into an order, which is no version of any, and whoever saw another is told', async () => {
  const before = await slugs()
  const { revision } = await read('games')
  const turned = before.toReversed()
  expect((await order({ slugs: turned, seen: before })).status).toBe(200)
  expect(await slugs()).toEqual(turned)
  expect(await read('games')).toMatchObject({ revision, versions: [{ revision, author: 'migration' }] })
  const late = await order({ slugs: before, seen: before }, max)
  expect(late.body.detail).toMatch(
    /^Someone else changed the order in the meantime\. Your change was not saved\. mia did category\.edit/,
  )
  for (const wrong of [turned.slice(1), [...turned, 'no-such'], [turned[0], ...turned.slice(0, -1)]])
    expect((await order({ slugs: wrong, seen: turned })).status).toBe(422)
  const both = await Promise.all([
    order({ slugs: before, seen: turned }),
    order({ slugs: [...turned.slice(1), turned[0]], seen: turned }, max),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  await logIsRight()
})

test('of two operators at once one is refused with who was faster', async () => {
  const { revision } = await read('home')
  const both = await Promise.all([
    set('home', { texts: { en: text('House') }, seen: revision }),
    set('home', { texts: { en: text('Flat') }, seen: revision }, max),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)!.body.detail).toMatch(
    /^Someone else changed this category in the meantime\. Your change was not saved\. (mia|max) did category\.edit on it at .* UTC\.$/,
  )
  expect((await turn('home', true, max, revision)).status).toBe(409)
})

test.each([
  [{ texts: {} }],
  [{ texts: { de: text('Ohne Englisch') } }],
  [{ texts: { en: text(' ') } }],
  [{ texts: { en: text('x'.repeat(61)) } }],
  [{ texts: { en: text('Long', 'x'.repeat(201)) } }],
  [{ texts: { en: text('turned \u202e round') } }],
  [{ texts: { en: text('Fine'), fr: text('Bien') } }],
  [{ icon: 'IconNothing' }],
  [{ industries: ['no-such'] }],
  [{ industries: ['food', 'food'] }],
  [{ reason: '' }],
])('refuses %j', async (wrong) => {
  const before = await read('fashion')
  expect((await set('fashion', wrong)).status).toBe(422)
  expect(await read('fashion')).toEqual(before)
})

test('one may be called by a word that every object knows', async () => {
  const made = await add({ slug: 'constructor', texts: { en: text('Builders') } })
  expect(made).toMatchObject({ status: 201, body: { shown: { de: { name: 'Builders' } } } })
})

// Where the console has the screen that makes one there is none.
test.each(['Upper', 'two words', '-x', 'x'.repeat(61), '', 'new'])('has no category at %j', async (slug) => {
  expect((await add({ slug, texts: { en: text('Where') } })).status).toBe(422)
})

test('support, finance and read-only see them and change nothing', async () => {
  for (const role of ['support', 'read-only', 'finance'] as const) {
    const who = await operatorBearer(app, role)
    expect((await callOperator(app, who, { path: '/categories' })).status, role).toBe(200)
    const now = await slugs()
    for (const { status } of [
      await set('games', { texts: { en: text('No') } }, who),
      await add({ slug: 'mine', texts: { en: text('Mine') } }, who),
      await turn('games', true, who),
      await order({ slugs: now.toReversed(), seen: now }, who),
    ])
      expect(status, role).toBe(403)
  }
})

test('none is deleted: links name it', async () => {
  await expect(sql`delete from category where slug = 'twice'`.execute(app.db)).rejects.toThrow('denied')
})
