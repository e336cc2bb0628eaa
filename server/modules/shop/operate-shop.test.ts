import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { balances, lifetimePoints } from '#server/modules/ledger/public.ts'
import { Problem } from '#server/platform/http/problems.ts'
import { resealColumn } from '#server/platform/sealed-columns.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { testActor } from '#testing/operators.ts'
import { buyer, givePoints, homeAddress, makeGiftCard, makeItem, stocker, type Buyer } from '#testing/shop.ts'
import { changeItem } from './change-item.ts'
import { changeStock } from './change-stock.ts'
import { shopErasure } from './erase-member.ts'
import { importCodes } from './import-codes.ts'
import { readItemChanges, readItemFile } from './item-file.ts'
import { allItems, itemRecord } from './operate-items.ts'
import { operatedOrders, operatedRecord, shipOrder, withdrawOrder } from './operate-orders.ts'
import { app, buy, call, counted, item, openApp, setClock } from './shop.fixture.ts'
import { sealedShop } from './shop-secret.ts'

openApp()

const address = { address: homeAddress }
const tx = async <T>(work: Parameters<typeof inTransaction<T>>[1]) => await inTransaction(app.db, work)
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Problem)) throw error
  return `${error.code}: ${error.options.detail ?? ''}`
}
const ordered = async (member: Buyer, itemId: string) =>
  (await buy(member, itemId, address)).body.id as string
const ship = async (orderId: string, trackingUrl: string | null = null) =>
  await tx(async (at) => await shipOrder(at, testActor, { orderId, carrier: 'DHL', trackingUrl }))
const withdraw = async (orderId: string) =>
  await tx(async (at) => await withdrawOrder(at, testActor, { orderId, reason: 'The colour is gone.' }))
const inboxOf = async (member: Buyer) =>
  (await call(member, 'GET', '/notifications')).body.items as { kind: string; title: string; body: string }[]

test('an order is sent once, and its member notified once', async () => {
  const [ada, shirt] = [await buyer(app, 200), await makeItem(app, { title: 'Shirt' })]
  const id = await ordered(ada, shirt)
  expect(await refusal(ship(id, 'http://example.com/1'))).toContain('validation_failed')
  expect(await refusal(ship(`ord_${'0'.repeat(32)}`))).toContain('not_found')
  for (const _ of [1, 2]) await ship(id, 'https://dhl.example/1')
  expect((await call(ada, 'GET', `/orders/${id}`)).body).toMatchObject({
    state: 'fulfilled',
    isCancellable: false,
    shipping: { carrier: 'DHL', trackingUrl: 'https://dhl.example/1' },
    timeline: [{ state: 'placed' }, { state: 'fulfilled' }],
  })
  expect(await inboxOf(ada)).toMatchObject([{ kind: 'order_shipped', title: 'On its way: Shirt' }])
  expect(await refusal(ship(id))).toContain('conflict')
  expect(await refusal(withdraw(id))).toContain('order_not_cancellable')
  expect((await call(ada, 'POST', `/orders/${id}/cancel`)).body.code).toBe('order_not_cancellable')
  // When its member leaves, nothing says where it went.
  const left = {
    uid: ada.uid,
    party: ada.party,
    iss: '',
    sub: '',
    shortId: null,
    addresses: [],
    provedAddresses: [],
    leftAt: new Date(),
  }
  await shopErasure(app.db).erase(left)
  const { rows } = await sql`
    select address, tracking_url as url, carrier from shop_order where id = ${id}`.execute(app.db)
  expect(rows).toEqual([{ address: null, url: null, carrier: 'DHL' }])
})

test('cancelling and sending at once: one of them wins, and points and piece agree', async () => {
  const [ada, shirt] = [await buyer(app, 500), await makeItem(app, { stock: 5 })]
  for (let round = 0; round < 5; round += 1) {
    const id = await ordered(ada, shirt)
    await Promise.allSettled([
      ship(id),
      withdraw(id),
      call(ada, 'POST', `/orders/${id}/cancel`),
      call(ada, 'POST', `/orders/${id}/cancel`),
    ])
  }
  const { rows } = await sql<{
    state: string
  }>`select state from shop_order where party = ${ada.party}`.execute(app.db)
  const sent = rows.filter(({ state }) => state === 'fulfilled').length
  expect(rows).toHaveLength(5)
  expect((await balances(app.db, ada.party)).points).toBe(500 - sent * 100)
  expect((await item(shirt)).stock).toBe(5 - sent)
})

test('points that an operator returns past their end last seven days; those of a member keep their end', async () => {
  await setClock('2031-05-01T12:00:00Z')
  const [ada, shirt] = [await buyer(app, 0), await makeItem(app)]
  await givePoints(app, ada.party, 200, new Date('2031-05-02T00:00:00Z'))
  const [mine, theirs] = [await ordered(ada, shirt), await ordered(ada, shirt)]
  await setClock('2031-05-03T12:00:00Z')
  expect((await call(ada, 'POST', `/orders/${mine}/cancel`)).body).toMatchObject({
    state: 'cancelled',
    balance: 0,
  })
  await withdraw(theirs)
  expect((await balances(app.db, ada.party)).points).toBe(100)
  const { rows } = await sql<{ until: Date }>`
    select max(expires_at) as until from point_lot where party = ${ada.party}`.execute(app.db)
  expect(rows[0]!.until.getTime()).toBeGreaterThan(Date.parse('2031-05-10T11:59:00Z'))
  const { body } = await call(ada, 'GET', '/points/history?kind=order_cancelled')
  expect(body.items[0].about).toMatchObject({ type: 'order', orderId: theirs })
  expect(await lifetimePoints(app.db, ada.party)).toBe(0)
  expect(await inboxOf(ada)).toMatchObject([
    { kind: 'order_cancelled', body: expect.stringContaining('The colour is gone.') },
  ])
})

test('what cancelling gives back is said before and after: until when, and what expired meanwhile', async () => {
  await setClock('2031-06-01T12:00:00Z')
  const [ada, shirt] = [await buyer(app, 0), await makeItem(app, { title: 'Shirt' })]
  const ends = ['2031-06-02T00:00:00.000Z', '2031-08-01T00:00:00.000Z', '2031-09-01T00:00:00.000Z']
  for (const [index, points] of [60, 90, 50].entries())
    await givePoints(app, ada.party, points, new Date(ends[index]!))
  const { body: mine } = await buy(ada, shirt, address)
  expect(mine.refund).toEqual({
    points: 100,
    expiredPoints: 0,
    firstExpiresAt: ends[0],
    lastExpiresAt: ends[1],
  })
  const theirs = await ordered(ada, shirt)
  const read = async (id: string) => (await call(ada, 'GET', `/orders/${id}`)).body.refund
  expect(await read(theirs)).toEqual({
    points: 100,
    expiredPoints: 0,
    firstExpiresAt: ends[1],
    lastExpiresAt: ends[2],
  })

  await setClock('2031-06-03T12:00:00Z')
  const after = { points: 40, expiredPoints: 60, firstExpiresAt: ends[1], lastExpiresAt: ends[1] }
  expect(await read(mine.id)).toEqual(after)
  expect((await call(ada, 'POST', `/orders/${mine.id}/cancel`)).body).toMatchObject({
    refund: after,
    balance: 40,
  })
  // As it was then, also when those have expired as well.
  await setClock('2031-08-29T12:00:00Z')
  const { items } = (await call(ada, 'GET', '/orders')).body
  expect(items).toMatchObject([{ id: theirs, refund: { points: 50, expiredPoints: 50 } }, { refund: after }])

  await withdraw(theirs)
  const { refund } = (await call(ada, 'GET', `/orders/${theirs}`)).body
  expect(refund).toMatchObject({ points: 100, expiredPoints: 0, firstExpiresAt: ends[2] })
  expect(refund.lastExpiresAt).toMatch(/^2031-09-05T12:/)
  expect((await inboxOf(ada))[0]!.body).toContain(
    'They expire between 1 September 2031 at 00:00 (UTC) and 5 September 2031 at 12:00 (UTC).',
  )
})

test('an order that cannot be cancelled gives nothing back', async () => {
  const [ada, freeze] = [await buyer(app, 100), await makeItem(app, { kind: 'streak_freeze' })]
  expect((await buy(ada, freeze)).body).toMatchObject({ state: 'fulfilled', refund: null })
  expect((await call(ada, 'GET', '/orders')).body.items).toMatchObject([{ refund: null }])
})

test('codes are imported all or none, and each wrong line is named', async () => {
  const card = await makeGiftCard(app, 0)
  const put = async (text: string, to = card) =>
    await tx(async (at) => await importCodes(at, testActor, { ...stocker, item: to, text }, app))
  expect((await put('code\r\nAAAA-1\r\n"BB,BB-2"\r\n')).imported).toBe(2)
  const wrong = await refusal(put('CCCC-3\nAAAA-1\n\nDDDD-4\n'))
  expect(wrong).toMatch(/line 2: this code is in the pool of item-\d+ already/)
  expect(wrong).not.toContain('AAAA')
  expect(await refusal(put('CCCC-3\nDDDD-4\nCCCC-3\n'))).toContain('line 3: repeats the code of line 1')
  expect(await refusal(put('CCCC-3,EEEE\n'))).toContain('line 1: has more than one column')
  expect(await refusal(put(`${'x'.repeat(501)}\n`))).toContain('longer than 500')
  expect(await refusal(put('code\n'))).toContain('no codes')
  expect(await refusal(put('"never closed\n'))).toContain('quote')
  expect(await refusal(put('ZZ', await makeItem(app)))).toContain('not a gift card')
  expect(await refusal(put('AAAA-1', await makeGiftCard(app, 0)))).toContain('already')
  expect((await item(card)).stock).toBe(2)
  // Two at once: the second hears which of its lines the first brought.
  const twice = await Promise.allSettled([put('EEEE-5\nFFFF-6\n'), put('GGGG-7\nEEEE-5\n')])
  const refused = twice.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(await refusal(Promise.reject(refused.reason as Error))).toMatch(
    /line [12]: this code is in the pool/,
  )
  expect((await item(card)).stock).toBe(4)
})

test('an item’s changes are kept, with who made them; stock follows what is sold meanwhile', async () => {
  const [ada, shirt] = [await buyer(app, 1_000), await makeItem(app, { stock: 3 })]
  await ordered(ada, shirt)
  const change = readItemChanges({ stock: 8, title: 'Warm shirt' })
  const edits = [1, 2].map(
    async () =>
      await tx(async (at) => await changeItem(at, testActor, { ...stocker, item: shirt, changes: change })),
  )
  const sold = [1, 2].map(async () => await buy(ada, shirt, address))
  const all = await Promise.all([...edits, ...sold])
  expect(counted(await Promise.all(sold))).toEqual({ 201: 2 })
  expect(all).toHaveLength(4)
  const before = (await item(shirt)).stock as number
  expect(
    (
      await tx(
        async (at) => await changeStock(at, testActor, { ...stocker, item: shirt, change: { pieces: 5 } }),
      )
    ).stock,
  ).toBe(before + 5)
  const { changes, item: shown } = await itemRecord(app.db, shirt)
  expect(shown).toMatchObject({ sold: 3, stock: before + 5, title: 'Warm shirt' })
  expect(changes[0]).toMatchObject({ author: 'test', reason: 'a test' })
  expect(changes.some(({ fields: of }) => 'title' in of && 'stock' in of)).toBe(true)
  expect(
    await refusal(
      tx(
        async (at) => await changeItem(at, testActor, { ...stocker, item: shirt, changes: { points: null } }),
      ),
    ),
  ).toContain('price')
  expect((await allItems(app.db)).length).toBeGreaterThan(1)
})

test('stock that is counted anew goes on from what was seen: of two who count, the second hears of the first', async () => {
  const [ada, shirt] = [await buyer(app, 1_000), await makeItem(app, { stock: 9 })]
  const count = async (left: number | null, seen?: number | null) =>
    await tx(
      async (at) => await changeStock(at, testActor, { ...stocker, item: shirt, change: { left, seen } }),
    )
  const counts = await Promise.allSettled([count(20, 9), count(30, 9)])
  expect(counts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { stock } = await item(shirt)
  await ordered(ada, shirt)
  expect(await refusal(count(40, stock as number))).toContain(`has ${(stock as number) - 1} left by now`)
  await count(null, (stock as number) - 1)
  expect(await refusal(count(5, 9))).toContain('no limit')
  // Of an older client nothing is asked.
  expect((await count(5)).stock).toBe(5)
})

test.each([
  [{ kind: 'crels_pack', points: 100, crels: 5 }, 'points'],
  [{ kind: 'crels_pack', points: null }, 'crels'],
  [{ kind: 'gift_card', stock: 5 }, 'codes'],
  [{ kind: 'boost', countries: ['DE'] }, 'countries'],
  [
    { kind: 'boost', visibleFrom: '2031-01-01T00:00:00Z', visibleUntil: '2030-01-01T00:00:00Z' },
    'visibleUntil',
  ],
  [{ kind: 'boost', slug: 'No Slug' }, 'slug'],
  [{ kind: 'boost', points: -5 }, 'points'],
  [{ kind: 'boost', price: 5 }, 'price'],
])('a file with %j is refused for its %s', (changes, word) => {
  const file = { slug: 'x', title: 'X', summary: 'X', points: 10, ...changes }
  expect(() => readItemFile(file)).toThrow(Problem)
  try {
    readItemFile(file)
  } catch (error) {
    expect((error as Problem).options.detail).toContain(word)
  }
})

test('members are notified once when an item is back', async () => {
  const [ada, grace, shirt] = [
    await buyer(app, 100),
    await buyer(app, 0),
    await makeItem(app, { stock: 0, title: 'Mug' }),
  ]
  const ask = async (who: Buyer, method: 'POST' | 'DELETE' = 'POST') =>
    await call(who, method, `/shop/${shirt}/notify-me`)
  for (const who of [ada, ada, grace]) expect((await ask(who)).status).toBe(204)
  await ask(grace, 'DELETE')
  expect((await call(ada, 'GET', '/orders/terms')).body.items).toMatchObject([
    { itemId: shirt, isAskedFor: true },
  ])
  await app.jobs.run('notify-items-back')
  expect(await inboxOf(ada)).toEqual([])
  await tx(async (at) => await changeStock(at, testActor, { ...stocker, item: shirt, change: { pieces: 1 } }))
  await Promise.all([app.jobs.run('notify-items-back'), app.jobs.run('notify-items-back')])
  expect(await inboxOf(ada)).toMatchObject([{ kind: 'item_back', title: 'Back in the shop: Mug' }])
  expect(await inboxOf(grace)).toEqual([])
  expect((await ask(ada)).body.code).toBe('item_on_sale')
})

test('operators see orders with where they go; members’ lists are paged', async () => {
  const [ada, shirt] = [await buyer(app, 300), await makeItem(app)]
  const ids = [await ordered(ada, shirt), await ordered(ada, shirt), await ordered(ada, shirt)]
  expect(await operatedOrders(app.db, { item: shirt, state: 'placed', limit: 2 })).toMatchObject({
    total: 3,
    rows: [{ id: ids[0], uid: ada.uid }, { id: ids[1] }],
  })
  expect(await operatedRecord(app.db, ids[0]!, app)).toMatchObject({
    uid: ada.uid,
    sendTo: { city: 'Berlin' },
  })
  const first = (await call(ada, 'GET', '/orders?limit=2')).body
  const second = (await call(ada, 'GET', `/orders?limit=2&cursor=${first.nextCursor}`)).body
  expect([...first.items, ...second.items].map(({ id }: { id: string }) => id)).toEqual(ids.toReversed())
  expect(second.nextCursor).toBeNull()
  const shop = (await call(null, 'GET', '/shop?limit=1&kind=merchandise')).body
  const next = (await call(null, 'GET', `/shop?limit=1&kind=merchandise&cursor=${shop.nextCursor}`)).body
  expect(next.items[0].points).toBeGreaterThanOrEqual(shop.items[0].points)
  expect((await call(null, 'GET', '/shop?cursor=rubbish')).status).toBe(422)
})

test('freezes and boosts are used at once: two held at most, one running, up to its points', async () => {
  await setClock('2031-07-01T12:00:00Z')
  const ada = await buyer(app, 2_000)
  const [freeze, boost] = [
    await makeItem(app, { kind: 'streak_freeze' }),
    await makeItem(app, { kind: 'boost' }),
  ]
  expect((await buy(ada, freeze, { quantity: 3 })).body).toMatchObject({ code: 'freezes_full', left: 2 })
  expect(counted(await Promise.all([1, 2, 3].map(async () => await buy(ada, freeze))))).toEqual({
    201: 2,
    freezes_full: 1,
  })
  expect(counted(await Promise.all([1, 2].map(async () => await buy(ada, boost))))).toEqual({
    201: 1,
    boost_active: 1,
  })
  expect((await call(ada, 'GET', '/orders/terms')).body).toMatchObject({
    balance: 1_700,
    freezes: { bought: 2, max: 2 },
    boost: { until: expect.stringMatching(/^2031-07-02T12:00/), pointsLeft: 100 },
  })
  const checkIn = async () => (await call(ada, 'POST', '/gamification/daily-check-in', {})).body
  expect(await checkIn()).toMatchObject({
    granted: 20,
    boostPoints: 10,
    balance: 1_720,
    freezes: { bought: 2 },
  })
  expect((await call(ada, 'GET', '/orders/terms')).body.boost.pointsLeft).toBe(90)
  await setClock('2031-07-02T12:30:00Z')
  expect(await checkIn()).toMatchObject({ granted: 15, boostPoints: 0, streak: 2 })
  // A missed date: the month's own freeze first, then a bought one.
  await setClock('2031-07-05T12:00:00Z')
  expect(await checkIn()).toMatchObject({
    streak: 3,
    frozenDates: ['2031-07-03', '2031-07-04'],
    freezes: { bought: 1 },
  })
  expect(await buy(ada, boost)).toMatchObject({ status: 201 })
  await sql`update point_boost set points_granted = points_max - 5 where party = ${ada.party}`.execute(app.db)
  await setClock('2031-07-06T11:00:00Z')
  expect(await checkIn()).toMatchObject({ boostPoints: 5 })
})

test('a rotation seals codes and addresses again, and they open as before', async () => {
  const [ada, shirt, card] = [await buyer(app, 300), await makeItem(app), await makeGiftCard(app, 2)]
  const [sent, bought] = [await ordered(ada, shirt), (await buy(ada, card)).body.id as string]
  const { codes } = (await call(ada, 'POST', `/orders/${bought}/reveal`)).body
  for (const column of sealedShop)
    // All that another key than this one has sealed: everything.
    expect(await resealColumn(app.db, app.secret, column, 'none')).toMatchObject({ unreadable: 0 })
  expect((await call(ada, 'POST', `/orders/${bought}/reveal`)).body.codes).toEqual(codes)
  expect((await call(ada, 'GET', `/orders/${sent}`)).body.address).toMatchObject({ city: 'Berlin' })
  // Of another order it does not open.
  await sql`
    update shop_order set address = (select address from shop_order where id = ${sent})
    where id = ${await ordered(ada, shirt)}`.execute(app.db)
  const { rows } = await sql<{ id: string }>`
    select id from shop_order where party = ${ada.party} order by id desc limit 1`.execute(app.db)
  expect((await call(ada, 'GET', `/orders/${rows[0]!.id}`)).status).toBe(500)
})
