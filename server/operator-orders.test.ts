import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { InboxOrderPage } from '#contracts/operator-orders.schemas.ts'
import { app, buy, call as callShop, openApp } from '#server/modules/shop/shop.fixture.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { buyer, homeAddress, makeItem, type Buyer } from '#testing/shop.ts'
import { inboxOrdersSql } from './modules/queues/order-inbox.ts'

openApp()

let sam: TestOperator
let mia: TestOperator
let ola: Buyer
let itemId: string
beforeAll(async () => {
  sam = await operatorBearer(app, 'support', 'sam@crels.example')
  mia = await operatorBearer(app, 'manager', 'mia@crels.example')
  ola = await buyer(app, 100_000)
  itemId = await makeItem(app, { stock: 1_000 })
})

async function call(method: 'GET' | 'POST', url: string, payload?: object, who = sam) {
  return await callOperator(app, who, { method, path: `/orders${url}`, payload })
}

/** An order that waits; answers its id. */
async function order(member = ola): Promise<string> {
  const { status, body } = await buy(member, itemId, { quantity: 2, address: homeAddress })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}
const listed = async (query: string, operator = sam) =>
  (await call('GET', `?${query}`, undefined, operator)).body as InboxOrderPage
const idsOf = ({ items }: InboxOrderPage) => items.map(({ id }) => id)
/** What a member was notified of, by kind. */
const notices = async ({ headers }: Buyer) => {
  const { items } = (await app.server.inject({ url: '/api/v1/notifications', headers })).json() as {
    items: { kind: string }[]
  }
  return items.map(({ kind }) => kind)
}

test('an order of a disabled member is marked, is in the reach of disabling, and is sent by who says so alone', async () => {
  const bob = await buyer(app, 1_000)
  const id = await order(bob)
  const reach = async () => (await callOperator(app, mia, { path: `/members/${bob.uid}/reach` })).body.orders
  expect(await reach()).toBe(1)
  expect((await call('GET', `/${id}`)).body.isDisabled).toBe(false)
  const payload = { reason: 'Sells accounts.' }
  await callOperator(app, mia, { method: 'POST', path: `/members/${bob.uid}/disabling`, payload })
  expect((await call('GET', `/${id}`)).body.isDisabled).toBe(true)
  expect((await listed('limit=1')).items).toMatchObject([{ id, isDisabled: true }])
  const unsaid = await call('POST', `/${id}/ship`, { carrier: 'DHL' })
  expect([unsaid.status, unsaid.body.code]).toEqual([409, 'conflict'])
  expect(unsaid.body.detail).toContain('is disabled')
  const said = { carrier: 'DHL', isToDisabled: true }
  expect((await call('POST', `/${id}/ship`, said)).body.state).toBe('fulfilled')
  // The same again is answered.
  expect((await call('POST', `/${id}/ship`, { carrier: 'DHL' })).status).toBe(200)
  expect(await reach()).toBe(0)
  const other = await order(ola)
  expect((await call('POST', `/${other}/ship`, said)).body).toMatchObject({
    state: 'fulfilled',
    isDisabled: false,
  })
})

test('lists orders that wait, the longest first, page by page, and all of them the newest first', async () => {
  const first = await order()
  const second = await order()
  const page = await listed('limit=1')
  expect(page.items).toMatchObject([
    {
      id: first,
      state: 'placed',
      item: { id: itemId, kind: 'merchandise' },
      quantity: 2,
      points: 200,
      member: { uid: ola.uid, email: ola.email },
      assignee: null,
    },
  ])
  expect(page.items[0]!.waitingSince).toBe(page.items[0]!.placedAt)
  expect(idsOf(await listed(`limit=1&cursor=${page.nextCursor}`))).toEqual([second])
  expect(idsOf(await listed('show=all&limit=2'))).toEqual([second, first])
  const home = await app.server.inject({ url: '/api/v1/operator/home', headers: sam.headers })
  expect(home.json().queues).toContainEqual(
    expect.objectContaining({ queue: 'orders', count: 2, limitHours: 72 }),
  )
})

test('an order is sent once, however often it is said, and its member is told once', async () => {
  const ada = await buyer(app, 1_000)
  const id = await order(ada)
  const body = { carrier: 'DHL', trackingUrl: 'https://dhl.example/1' }
  const both = await Promise.all([1, 2].map(async () => call('POST', `/${id}/ship`, body)))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(both[0]!.body).toMatchObject({
    state: 'fulfilled',
    waitingSince: null,
    ...body,
    timeline: [
      { state: 'placed', by: 'member' },
      { state: 'fulfilled', by: 'sam' },
    ],
  })
  expect(await notices(ada)).toEqual(['order_shipped'])
  for (const said of [{ carrier: 'UPS' }, body])
    expect(await call('POST', `/${id}/ship`, said, mia)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/sam did shop\.ship on it at .+ UTC\.$/) as string },
    })
  expect((await call('POST', `/${id}/cancel`, { reason: 'Late.' })).body.code).toBe('order_not_cancellable')
})

test('of two operators one sends and the other cancels: one of both is done', async () => {
  const ada = await buyer(app, 1_000)
  const id = await order(ada)
  const [sent, cancelled] = await Promise.all([
    call('POST', `/${id}/ship`, { carrier: 'DHL' }),
    call('POST', `/${id}/cancel`, { reason: 'We cannot get it.' }, mia),
  ])
  expect([sent!.status, cancelled!.status].sort()).toEqual([200, 409])
  expect(await notices(ada)).toEqual([sent!.status === 200 ? 'order_shipped' : 'order_cancelled'])
})

test('a cancelled order gives points and pieces back, and its member reads why', async () => {
  const ada = await buyer(app, 1_000)
  const points = async () => (await callShop(ada, 'GET', '/wallet')).body.points as number
  const before = await points()
  const id = await order(ada)
  const { body } = await call('POST', `/${id}/cancel`, { reason: 'We cannot get it any more.' })
  expect(body).toMatchObject({ state: 'cancelled', timeline: [{}, { reason: 'We cannot get it any more.' }] })
  expect((await call('POST', `/${id}/cancel`, { reason: 'We cannot get it any more.' })).status).toBe(200)
  for (const [reason, who] of [
    ['We cannot get it any more.', mia],
    ['It is broken.', sam],
  ] as const)
    expect(await call('POST', `/${id}/cancel`, { reason }, who)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/is cancelled already\. sam did shop\.cancel/) as string },
    })
  expect(await points()).toBe(before)
  expect(await notices(ada)).toEqual(['order_cancelled'])
})

test('an order that a colleague has is taken over before it is sent', async () => {
  const id = await order()
  const both = await Promise.all(
    [sam, mia].map(async (operator) => call('POST', `/${id}/take`, { from: null }, operator)),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const [taker, other] = both[0]!.status === 200 ? [sam, mia] : [mia, sam]
  expect(idsOf(await listed('show=mine', taker))).toContain(id)
  for (const [act, body] of [
    ['ship', { carrier: 'DHL' }],
    ['cancel', { reason: 'No.' }],
    ['give-back', {}],
  ] as const)
    expect((await call('POST', `/${id}/${act}`, body, other)).body.detail, act).toMatch(/works on this/)
  expect((await call('POST', `/${id}/take`, { from: taker!.operatorId }, other)).status).toBe(200)
  expect((await call('POST', `/${id}/ship`, { carrier: 'DHL' }, other)).body.assignee.id).toBe(
    other!.operatorId,
  )
})

test('shows where an order is sent to who may look at members, and writes that down', async () => {
  const id = await order()
  expect(JSON.stringify((await call('GET', `/${id}`)).body)).not.toContain(homeAddress.street)
  expect((await call('GET', `/${id}/address`)).body.address).toMatchObject(homeAddress)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from audit_entry
    where action = 'member.view' and operator_id = ${sam.operatorId}`.execute(app.db)
  expect(rows[0]!.count).toBe(1)
  const reader = await operatorBearer(app, 'read-only')
  expect((await call('GET', `/${id}/address`, undefined, reader)).status).toBe(403)
})

test('refuses what is no shipment, what is not there, and a role that only reads', async () => {
  const id = await order()
  for (const body of [
    { carrier: ' ' },
    { carrier: 'x'.repeat(101) },
    { carrier: 'DHL', trackingUrl: 'http://dhl.example/1' },
    { carrier: 'DHL', trackingUrl: 'javascript:alert(1)' },
  ])
    expect((await call('POST', `/${id}/ship`, body)).status, JSON.stringify(body).slice(0, 60)).toBe(422)
  const nothing = `ord_${'0'.repeat(32)}`
  for (const [act, body] of [
    ['take', { from: null }],
    ['ship', { carrier: 'DHL' }],
    ['cancel', { reason: 'No.' }],
  ] as const)
    expect((await call('POST', `/${nothing}/${act}`, body)).status, act).toBe(404)
  const finance = await operatorBearer(app, 'finance')
  expect((await call('POST', `/${id}/ship`, { carrier: 'DHL' }, finance)).status).toBe(403)
  expect((await call('GET', `/${id}`)).body.state).toBe('placed')
})

test.each([
  ['open', /Index Scan using shop_order_open/],
  ['mine', /Index Scan using shop_order_of_operator/],
  ['all', /Index Scan Backward using shop_order_newest/],
] as const)('reads a page of %s from an index alone', async (show, index) => {
  const id = await order()
  const plan = await app.db.transaction().execute(async (tx) => {
    // As with a million rows: a small table would be read whole.
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_sort = off`.execute(tx)
    await sql`set local enable_bitmapscan = off`.execute(tx)
    const cursor = Buffer.from(JSON.stringify([Date.now(), id])).toString('base64url')
    const query = inboxOrdersSql(sam.operatorId, { show, limit: 20, cursor })
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toMatch(index)
})
