import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balances, reconcile } from '#server/modules/ledger/public.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { buyer, callShop, homeAddress, makeGiftCard, makeItem, type Buyer } from '#testing/shop.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  expect((await reconcile(app.db)).findings.filter(({ count }) => count > 0)).toEqual([])
  await app.close()
})

const buy = async (member: Buyer, itemId: string, more: object = {}, key?: string) =>
  await callShop(
    app,
    member,
    'POST',
    '/orders',
    { itemId, points: 100, ...more },
    key ? { 'idempotency-key': key } : {},
  )

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
  expect(JSON.stringify((await callShop(app, ada, 'GET', '/orders')).body)).not.toContain(
    `${card.slice(-4)}-`,
  )
  const url = `/orders/${body.id}`
  expect((await callShop(app, eve, 'POST', `${url}/reveal`)).status).toBe(404)
  expect((await callShop(app, eve, 'GET', url)).status).toBe(404)
  const [first, second] = [
    await callShop(app, ada, 'POST', `${url}/reveal`),
    await callShop(app, ada, 'POST', `${url}/reveal`),
  ]
  expect(first.body.codes).toEqual([expect.stringContaining(`${card.slice(-4)}-`)])
  expect(second.body).toEqual(first.body)
  const { rows } = await sql`select from shop_code_reveal where order_id = ${body.id}`.execute(app.db)
  expect(rows).toHaveLength(2)
  expect((await callShop(app, null, 'GET', `/shop/${card}`)).body).toMatchObject({ stock: 1, state: 'open' })
})

test('merchandise waits to be sent, and cancelling returns points and piece once', async () => {
  const ada = await buyer(app, 100)
  const item = await makeItem(app, { stock: 1 })
  expect((await buy(ada, item)).body).toMatchObject({ code: 'validation_failed' })
  const { body } = await buy(ada, item, { address: homeAddress })
  expect(body).toMatchObject({ state: 'placed', balance: 0, isCancellable: true })
  expect((await callShop(app, ada, 'GET', `/orders/${body.id}`)).body.address).toMatchObject({
    city: 'Berlin',
  })
  const cancelled = await Promise.all(
    [1, 2, 3].map(async () => await callShop(app, ada, 'POST', `/orders/${body.id}/cancel`)),
  )
  for (const answer of cancelled)
    expect(answer).toMatchObject({
      status: 200,
      body: { state: 'cancelled', balance: 100, cancelledBy: 'member' },
    })
  expect((await callShop(app, null, 'GET', `/shop/${item}`)).body.stock).toBe(1)
  expect((await balances(app.db, ada.party)).points).toBe(100)
})
