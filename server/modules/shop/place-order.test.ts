import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setEconomy } from '#server/modules/economy/public.ts'
import { balances, houseIssued, memberDebt, move, post } from '#server/modules/ledger/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { buyer, givePoints, homeAddress, makeGiftCard, makeItem, stocker, type Buyer } from '#testing/shop.ts'
import { changeItem } from './change-item.ts'
import { app, buy, call, counted, earned, item, openApp, setClock } from './shop.fixture.ts'
import { testActor } from '#testing/operators.ts'

openApp()

/** Buyers at one item; `SHOP_BUYERS=500` for the long form. */
const buyers = Number(process.env.SHOP_BUYERS ?? 60)

const pointsOf = async ({ party }: Buyer) => (await balances(app.db, party)).points
const address = { address: homeAddress }

async function buyersWith(points: number, count: number): Promise<Buyer[]> {
  const found: Buyer[] = []
  // Sign-ups hash passwords: a few at a time.
  while (found.length < count)
    found.push(
      ...(await Promise.all(
        Array.from({ length: 6 }, async () => await buyer(app, points, { profile: undefined })),
      )),
    )
  return found.slice(0, count)
}

test('a card is bought, its code is shown to its owner alone, and each look is recorded', async () => {
  const [ada, eve] = [await buyer(app, 250), await buyer(app, 0)]
  const card = await makeGiftCard(app, 2)
  const { status, body } = await buy(ada, card)
  expect({ status, body }).toMatchObject({
    status: 201,
    body: {
      state: 'fulfilled',
      points: 100,
      balance: 150,
      isCancellable: false,
      codes: { count: 1, revealedAt: null },
    },
  })
  const url = `/orders/${body.id}`
  for (const path of ['/orders', url])
    expect(JSON.stringify((await call(ada, 'GET', path)).body)).not.toContain(`${card.slice(-4)}-`)
  for (const [method, path] of [
    ['POST', `${url}/reveal`],
    ['POST', `${url}/cancel`],
    ['GET', url],
  ] as const)
    expect((await call(eve, method, path)).status).toBe(404)
  const [first, second] = [await call(ada, 'POST', `${url}/reveal`), await call(ada, 'POST', `${url}/reveal`)]
  expect(first.body.codes).toEqual([expect.stringContaining(`${card.slice(-4)}-`)])
  expect(second.body).toEqual(first.body)
  expect((await call(ada, 'GET', url)).body.codes.revealedAt).toBe(first.body.revealedAt)
  const { rows } = await sql`select from shop_code_reveal where order_id = ${body.id}`.execute(app.db)
  expect(rows).toHaveLength(2)
  const { rows: stored } = await sql<{
    code: string
  }>`select code from shop_code where item_id = ${card}`.execute(app.db)
  for (const { code } of stored) expect(code).toMatch(/^s2\./)
  // The role that the product logs in as, not one that a test takes on.
  await expect(sql`delete from shop_code where item_id = ${card}`.execute(app.db)).rejects.toThrow(
    'A code that is sold stays',
  )
  expect(await item(card)).toMatchObject({ stock: 1, state: 'open', kind: 'gift_card', points: 100 })
  expect((await call(ada, 'POST', `${url}/cancel`)).body.code).toBe('order_not_cancellable')
})

test(
  `${buyers} buyers of the last 10 pieces: ten have one, the others are not charged`,
  { timeout: 300_000 },
  async () => {
    const shirt = await makeItem(app, { stock: 10 })
    const card = await makeGiftCard(app, 10)
    const dozens = await makeGiftCard(app, 20)
    const people = await buyersWith(500, buyers)
    for (const [id, more] of [
      [shirt, address],
      [card, {}],
    ] as const) {
      const answers = await Promise.all(people.map(async (one) => await buy(one, id, more)))
      expect(counted(answers)).toEqual({ 201: 10, sold_out: buyers - 10 })
      expect(await item(id)).toMatchObject({ stock: 0, state: 'sold_out' })
    }
    // Several codes each: none holds some and waits for the other's.
    const several = await Promise.all(people.map(async (one) => await buy(one, dozens, { quantity: 3 })))
    expect(counted(several)).toEqual({ 201: 6, sold_out: buyers - 6 })
    expect(await item(dozens)).toMatchObject({ stock: 2, state: 'open' })
    const left = await Promise.all(people.map(pointsOf))
    expect(left.reduce((sum, one) => sum + one, 0)).toBe(buyers * 500 - 20 * 100 - 6 * 300)
    const { rows } = await sql`
    select from shop_code where item_id = ${card} group by order_id having count(*) > 1`.execute(app.db)
    expect(rows).toEqual([])
    const { rows: deadlocks } = await sql<{ count: number }>`
      select deadlocks as count from pg_stat_database where datname = current_database()`.execute(app.db)
    expect(deadlocks).toEqual([{ count: 0 }])
  },
)

test('two tabs cannot pass a limit, nor spend the same points', async () => {
  const limited = await makeItem(app, { memberLimit: 2 })
  const ada = await buyer(app, 1_000)
  const tabs = await Promise.all([1, 2, 3, 4, 5, 6].map(async () => await buy(ada, limited, address)))
  expect(counted(tabs)).toEqual({ 201: 2, purchase_limit: 4 })
  expect((await buy(ada, limited, address)).body).toMatchObject({ code: 'purchase_limit', left: 0 })
  expect((await call(ada, 'GET', '/orders/terms')).body.items).toEqual([
    { itemId: limited, bought: 2, left: 0, isAskedFor: false },
  ])
  // What was cancelled counts no more.
  const { id } = tabs.find(({ status }) => status === 201)!.body
  await call(ada, 'POST', `/orders/${id}/cancel`)
  expect((await buy(ada, limited, address)).status).toBe(201)
  const free = await makeItem(app)
  const grace = await buyer(app, 250)
  const spent = await Promise.all([1, 2, 3, 4].map(async () => await buy(grace, free, address)))
  expect(counted(spent)).toEqual({ 201: 2, insufficient_funds: 2 })
  expect((await buy(grace, free, address)).body).toMatchObject({ balance: 50, missing: 50 })
})

test('one Idempotency-Key is one order', async () => {
  const [shirt, ada] = [await makeItem(app), await buyer(app, 300)]
  const key = { 'idempotency-key': 'once' }
  const answers = await Promise.all([1, 2, 3].map(async () => await buy(ada, shirt, address, key)))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await pointsOf(ada)).toBe(200)
  expect((await buy(ada, shirt, { ...address, quantity: 2 }, key)).body.code).toBe('idempotency_mismatch')
})

test('the window is judged by the database’s clock to the moment', async () => {
  await setClock('2031-05-01T11:59:00Z')
  const ada = await buyer(app, 300)
  const shirt = await makeItem(app, {
    visibleUntil: '2031-05-01T14:00:00Z',
    activeFrom: '2031-05-01T12:00:00Z',
    activeUntil: '2031-05-01T13:00:00Z',
  })
  expect(await item(shirt)).toMatchObject({ state: 'soon', activeFrom: '2031-05-01T12:00:00.000Z' })
  expect((await buy(ada, shirt, address)).body.code).toBe('item_not_available')
  await setClock('2031-05-01T12:59:30Z')
  expect((await buy(ada, shirt, address)).status).toBe(201)
  await setClock('2031-05-01T13:00:00Z')
  expect(await item(shirt)).toMatchObject({ state: 'ended' })
  expect((await buy(ada, shirt, address)).body.code).toBe('item_not_available')
  await setClock('2031-05-01T14:00:00Z')
  expect((await item(shirt)).code).toBe('not_found')
  expect((await buy(ada, shirt, address)).body.code).toBe('item_not_available')
  expect(await pointsOf(ada)).toBe(200)
})

test('expired points pay nothing, and the lot that expires soonest pays first', async () => {
  await setClock('2031-06-01T12:00:00Z')
  const [ada, shirt] = [await buyer(app, 0), await makeItem(app)]
  await givePoints(app, ada.party, 60, new Date('2031-06-02T00:00:00Z'))
  await givePoints(app, ada.party, 70, new Date('2031-08-01T00:00:00Z'))
  await setClock('2031-06-03T12:00:00Z')
  expect((await buy(ada, shirt, address)).body).toMatchObject({
    code: 'insufficient_funds',
    balance: 70,
    missing: 30,
  })
  await givePoints(app, ada.party, 50, new Date('2031-07-01T00:00:00Z'))
  expect((await buy(ada, shirt, address)).status).toBe(201)
  const { rows } = await sql<{ remaining: number; until: string }>`
    select remaining, to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD') as until from point_lot
    where party = ${ada.party} order by expires_at`.execute(app.db)
  expect(rows).toEqual([
    { remaining: 60, until: '2031-06-02' },
    { remaining: 0, until: '2031-07-01' },
    { remaining: 20, until: '2031-08-01' },
  ])
})

test('an item that was edited meanwhile is refused with its price, and can be bought at that', async () => {
  const [ada, shirt] = [await buyer(app, 300), await makeItem(app)]
  const change = { ...stocker, item: shirt, changes: { points: 120 } }
  const { changed } = await inTransaction(app.db, async (tx) => await changeItem(tx, testActor, change))
  expect(changed).toEqual(['points'])
  expect((await buy(ada, shirt, address)).body).toMatchObject({ code: 'price_changed', points: 120 })
  expect(await pointsOf(ada)).toBe(300)
  expect((await buy(ada, shirt, { ...address, points: 120 })).body.balance).toBe(180)
})

test('wrong quantities, items and addresses are refused', async () => {
  const [ada, shirt, card] = [
    await buyer(app, 5_000),
    await makeItem(app, { countries: ['FR'] }),
    await makeGiftCard(app, 3),
  ]
  for (const quantity of [0, -1, 1.5, '2', 101, null])
    expect((await buy(ada, shirt, { ...address, quantity })).body.code).toBe('validation_failed')
  for (const points of [0, -100, 99.5]) expect((await buy(ada, shirt, { points })).status).toBe(422)
  expect((await buy(ada, card, { quantity: 21 })).body.issues[0].path).toBe('body.quantity')
  expect((await buy(ada, card, { quantity: 4 })).body.code).toBe('sold_out')
  expect((await buy(ada, card, { quantity: 3 })).body).toMatchObject({ points: 300, codes: { count: 3 } })
  expect((await buy(ada, `itm_${'0'.repeat(32)}`)).status).toBe(404)
  expect((await buy(ada, shirt)).body.issues[0].path).toBe('body.address')
  expect((await buy(ada, card, address)).body.issues[0].path).toBe('body.address')
  for (const wrong of [
    { country: 'DE' },
    { country: 'XX' },
    { country: 'de' },
    { name: '  ' },
    { street: 'a\nb' },
    { phone: 'call me' },
  ])
    expect((await buy(ada, shirt, { address: { ...homeAddress, country: 'FR', ...wrong } })).body.code).toBe(
      'validation_failed',
    )
  expect((await call(null, 'POST', '/orders', { itemId: card, points: 100 })).status).toBe(401)
})

test('crels packs: off until there is a budget, then within month, member and what campaigns paid', async () => {
  await setClock('2031-09-10T12:00:00Z')
  const pack = await makeItem(app, { kind: 'crels_pack', crels: 10 })
  const [ada, young] = [await buyer(app, 20_000), await buyer(app, 5_000)]
  const buyPack = async (who: Buyer, quantity = 1) => await buy(who, pack, { points: 1_000, quantity })
  expect((await item(pack)).code).toBe('not_found')
  expect((await buyPack(ada)).body.code).toBe('item_not_available')
  const settings = [{ path: 'shop.packMonthlyCrelsMax', value: 70 }]
  await inTransaction(app.db, async (tx) => await setEconomy(tx, testActor, { reason: 'a test', settings }))
  await sql`update member set created_at = crels_now() - interval '90 days' where uid = ${ada.uid}`.execute(
    app.db,
  )
  expect((await buyPack(young)).body).toMatchObject({ code: 'pack_limit', reason: 'account_age', left: 0 })
  expect((await buyPack(ada)).body).toMatchObject({ code: 'pack_limit', reason: 'earnings', until: null })
  await earned(ada, 45)
  expect((await call(ada, 'GET', '/orders/terms')).body.packs).toEqual({
    crelsLeft: 45,
    boundBy: 'earnings',
    until: null,
    debtCrels: 0,
  })
  const answers = await Promise.all([1, 2, 3, 4, 5].map(async () => await buyPack(ada)))
  expect(counted(answers)).toEqual({ 201: 4, pack_limit: 1 })
  expect(await balances(app.db, ada.party)).toMatchObject({ available: 40, points: 16_000 })
  await earned(ada, 500)
  expect((await buyPack(ada, 2)).body).toMatchObject({ code: 'pack_limit', reason: 'member_month', left: 10 })
  expect((await buyPack(ada)).body).toMatchObject({ crels: 10, state: 'fulfilled' })
  const grace = await buyer(app, 5_000)
  await sql`update member set created_at = crels_now() - interval '90 days' where uid = ${grace.uid}`.execute(
    app.db,
  )
  await earned(grace, 500)
  expect((await buyPack(grace, 3)).body).toMatchObject({
    reason: 'month_budget',
    left: 20,
    until: '2031-10-01T00:00:00.000Z',
  })
  await setClock('2031-10-01T00:00:01Z')
  expect((await buyPack(grace, 3)).status).toBe(201)
})

test('the crels of a pack fill an open debt first, which is said before and afterwards', async () => {
  await setClock('2031-11-10T12:00:00Z')
  const pack = await makeItem(app, { kind: 'crels_pack', crels: 10 })
  const ada = await buyer(app, 20_000)
  await sql`update member set created_at = crels_now() - interval '90 days' where uid = ${ada.uid}`.execute(
    app.db,
  )
  await earned(ada, 500)
  const owing = move(memberDebt(ada.party), houseIssued, 14)
  await inTransaction(app.db, async (tx) =>
    post(tx, { kind: 'earning_reversed', scope: 'test', idem: ada.party, lines: owing }),
  )
  const owed = async () => (await call(ada, 'GET', '/orders/terms')).body.packs.debtCrels
  const buyPack = async () => (await buy(ada, pack, { points: 1_000 })).body
  expect(await owed()).toBe(14)
  expect(await buyPack()).toMatchObject({ state: 'fulfilled', crels: 10, debtCrels: 10 })
  expect(await owed()).toBe(4)
  expect(await buyPack()).toMatchObject({ crels: 10, debtCrels: 4 })
  expect(await balances(app.db, ada.party)).toMatchObject({ available: 6, debt: 0 })
  expect(await buyPack()).toMatchObject({ crels: 10, debtCrels: 0 })
})
