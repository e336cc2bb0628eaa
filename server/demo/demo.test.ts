import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { checkLeaderboard } from '#server/modules/leaderboard/public.ts'
import { balances, reconcile } from '#server/modules/ledger/public.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { brokenBeside } from '#server/modules/queues/books-beside.ts'
import { createMember } from '#testing/members.ts'
import { buyer, callShop, givePoints, homeAddress, makeGiftCard, makeItem } from '#testing/shop.ts'
import { placeOrder } from '../modules/shop/public.ts'
import { queuedRequests } from '../modules/support/public.ts'
import { demoCreator } from './content/creators.ts'
import { loadDemo } from './load-demo.ts'
import { loadDemoIfEmpty } from './load-if-empty.ts'
import { removeDemo } from './remove-demo.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(app.db)).rows[0]!.n

test('loads 8 brands, 40 campaigns and a creator whose books are as drawn', async () => {
  const signIn = await loadDemoIfEmpty(app, () => {})
  expect(signIn).toEqual({ email: demoCreator.email, password: app.demoPassword(), isNew: true })
  expect(await count('brand')).toBe(8)
  expect(await count('campaign')).toBe(40)
  expect(await count('member')).toBe(225)
  const { rows } = await sql<{
    party: string
  }>`select party from member where email = ${demoCreator.email}`.execute(app.db)
  expect(await balances(app.db, rows[0]!.party)).toMatchObject({
    available: 1204,
    pending: 318,
    reserved: 0,
    debt: 0,
  })
  expect((await reconcile(app.db)).clean).toBe(true)
})

test('dates every fact when it happened, and leaves the clock alone', async () => {
  const { rows } = await sql<{ future: number; days: number }>`
    select count(*) filter (where created_at > clock_timestamp()) as future,
           extract(day from max(created_at) - min(created_at))::int as days
    from conversion`.execute(app.db)
  expect(rows[0]!.future).toBe(0)
  expect(rows[0]!.days).toBeGreaterThan(40)
  expect(
    (await sql<{ shift: string }>`select shift::text from clock_offset`.execute(app.db)).rows[0]!.shift,
  ).toBe('00:00:00')
})

test('has a running season, and the podium of the last', async () => {
  const get = async (path: string) =>
    (await app.server.inject({ url: `/api/v1/gamification/public/${path}` })).json()
  const running = await get('leaderboard')
  expect(running.members).toBeGreaterThan(100)
  expect(running.items).toHaveLength(20)
  const { items } = await get('seasons')
  expect(items).toMatchObject([{ state: 'closed', podium: [{ rank: 1 }, { rank: 2 }, { rank: 3 }] }])
  expect(await checkLeaderboard(app.db)).toMatchObject({ clean: true })
})

const signInCreator = async () => {
  const payload = { email: demoCreator.email, password: app.demoPassword() }
  return await app.server.inject({ method: 'POST', url: '/identity/sign-in', payload })
}

/** What the demo creator is answered. */
const read = async (path: string) => {
  const headers = { authorization: `Bearer ${(await signInCreator()).json().accessToken}` }
  return (await app.server.inject({ url: `/api/v1${path}`, headers })).json()
}

test('lets the demo creator sign in', async () => {
  const response = await signInCreator()
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({
    user: { emailVerified: true, displayName: demoCreator.displayName },
  })
})

test('has a monthly claim to make, one that was missed, and nothing to celebrate', async () => {
  const rewards = await read('/rewards')
  expect(rewards.claimable).toContainEqual(expect.objectContaining({ reward: 'monthly-claim' }))
  expect(rewards.missed).toContainEqual(
    expect.objectContaining({ reward: 'monthly-claim', reason: 'not_claimed' }),
  )
  const moments = await read('/gamification/moments')
  expect(moments.items, 'nothing of the past is celebrated').toEqual([])
})

test('has cashed out once: the statement and the inbox say when, and no dollar is owed', async () => {
  const { items } = await read('/redemptions')
  expect(items).toMatchObject([
    {
      state: 'paid',
      crels: 552,
      usdCents: 50_00,
      timeline: ['requested', 'approved', 'sending', 'paid'].map((state) => ({ state })),
    },
  ])
  const paidDaysAgo = (Date.now() - Date.parse(items[0].timeline.at(-1).at)) / 86_400_000
  expect(paidDaysAgo).toBeGreaterThan(28)
  const entries = await read('/wallet/statement?kind=redemption_paid')
  expect(entries.items).toMatchObject([{ crels: -552 }])
})

test('was paid for three shares, and waits for visitors of a fourth', async () => {
  const { items } = (await read('/gamification/social-share')) as {
    items: { state: string; clicks: number }[]
  }
  expect(items.map(({ state, clicks }) => [state, clicks])).toEqual([
    ['waiting', 1],
    ['paid', 3],
    ['paid', 4],
    ['paid', 5],
  ])
})

test('has an answered question to support, and one that waits', async () => {
  const { rows } = await queuedRequests(app.db, { state: 'open', limit: 10 })
  expect(rows).toMatchObject([{ topic: 'payout', messages: 1 }])
  const answered = await queuedRequests(app.db, { state: 'answered', limit: 10 })
  expect(answered.rows).toMatchObject([{ topic: 'earning', messages: 2 }])
})

test('fills in where to follow, so that all four rewards can be tried', async () => {
  const { platforms } = (await currentEconomy(app.db)).socialFollow
  expect(platforms.map(({ platform }) => platform)).toEqual(['instagram', 'x', 'youtube'])
  expect(platforms.every(({ url }) => url?.startsWith('https://'))).toBe(true)
})

test('stocks a shop of every kind, with an order that came and one on its way', async () => {
  const shop = (await app.server.inject({ url: '/api/v1/shop' })).json().items as {
    kind: string
    state: string
    image: { url: string }
  }[]
  expect(new Set(shop.map(({ kind }) => kind)).size).toBe(5)
  const pictures = await Promise.all(shop.map(async ({ image }) => await app.server.inject(image.url)))
  for (const { statusCode, headers } of pictures)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp'])
  expect(new Set(shop.map(({ image }) => image.url)).size).toBe(shop.length)
  expect(new Set(shop.map(({ state }) => state))).toEqual(new Set(['open', 'soon', 'sold_out']))
  expect(await count('shop_order')).toBe(2)
  expect(await brokenBeside(app.db)).toEqual([])
})

test('is not loaded twice', async () => {
  await expect(loadDemo(app)).rejects.toThrow(/loaded already/)
  expect(await count('brand')).toBe(8)
})

test('is removed whole, and the books stay balanced', async () => {
  const own = await buyer(app, 60)
  const mine = async () => await app.server.inject({ url: `/api/v1/users/${own.uid}`, headers: own.headers })
  const [shirt, card] = await boughtByTheCreator()
  const { rows: freezes } = await sql<{ id: string }>`
    select id from shop_item where demo and kind = 'streak_freeze'`.execute(app.db)
  const order = { itemId: freezes[0]!.id, points: 60 }
  expect((await callShop(app, own, 'POST', '/orders', order)).body.balance).toBe(0)
  await sql`
    insert into announcement (title, body, path, campaign_id, author)
    select 'New', 'Come and see', '/', id, 'ada' from campaign where demo limit 1`.execute(app.db)
  expect(await removeDemo(app.databaseUrl)).toEqual({ brands: 8, campaigns: 40, members: 225 })
  expect((await currentEconomy(app.db)).socialFollow.platforms.every(({ url }) => url === null)).toBe(true)
  for (const table of [
    'badge',
    'check_in',
    'moment',
    'announcement',
    'brand',
    'campaign',
    'enrolment',
    'link',
    'click',
    'click_quarter',
    'link_visitor',
    'click_utc_day',
    'click_breakdown',
    'conversion',
    'earning',
    'refund',
    'shop_order',
    'redemption',
    'exchange_quote',
    'payout_destination',
  ])
    expect(await count(table), table).toBe(0)
  expect(await count('member')).toBe(1)
  expect((await reconcile(app.db)).clean).toBe(true)
  expect(await brokenBeside(app.db)).toEqual([])
  // What the demo's creator bought of the operator's own is for sale again; the code that was looked at is not.
  const { items } = (await app.server.inject({ url: '/api/v1/shop' })).json()
  expect(items).toMatchObject([
    { id: shirt, stock: 5 },
    { id: card, stock: 2 },
  ])
  expect(await count('shop_code')).toBe(2)
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from account
    where code <> all ('{house.issued,house.points}') and posted <> 0 and party <> ${own.party}`.execute(
    app.db,
  )
  expect(rows[0]!.open).toBe(0)
  const { rows: pictures } = await sql`select from stored_file where state = 'kept'`.execute(app.db)
  expect(pictures).toEqual([])
  // A member of one's own has their points again, and the freeze no longer.
  expect((await balances(app.db, own.party)).points).toBe(60)
  const { rows: streaks } = await sql`select party, bought_freezes as freezes from streak`.execute(app.db)
  expect(streaks).toEqual([{ party: own.party, freezes: 0 }])
  expect((await mine()).statusCode).toBe(200)
})

test('can be loaded again', async () => {
  await loadDemo(app)
  expect(await count('campaign')).toBe(40)
  expect((await reconcile(app.db)).clean).toBe(true)
})

test('stays away from a database that is in use', async () => {
  const used = await startTestApp()
  try {
    const own = await createMember(used)
    await used.server.inject({ url: `/api/v1/users/${own.uid}`, headers: own.headers })
    expect(await loadDemoIfEmpty(used, () => {})).toBeNull()
  } finally {
    await used.close()
  }
})

/** The demo's creator buys of items of the operator's own, and looks at one of the two codes; answers the items. */
async function boughtByTheCreator(): Promise<[string, string]> {
  const shirt = await makeItem(app, { stock: 5, points: 90 })
  const card = await makeGiftCard(app, 3)
  const { rows } = await sql<{ uid: string; party: string }>`
    select uid, party from member where email = ${demoCreator.email}`.execute(app.db)
  const { uid, party } = rows[0]!
  await givePoints(app, party, 1_000)
  const order = async (itemId: string, points: number, more: object = {}) =>
    await app.db
      .transaction()
      .execute(async (tx) => await placeOrder(tx, { uid }, { itemId, quantity: 1, points, ...more }, app))
  await order(shirt, 90, { address: { extra: '', region: '', phone: '', ...homeAddress } })
  await order(card, 100)
  const { id } = await order(card, 100)
  await sql`insert into shop_code_reveal (order_id, request_id) values (${id}, 'req')`.execute(app.db)
  return [shirt, card]
}
