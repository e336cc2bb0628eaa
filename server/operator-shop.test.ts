import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatedItem } from '#contracts/operator-shop.schemas.ts'
import { onePixelPng } from '#server/modules/accounts/photo.fixture.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { addCodes, buyer, callShop, homeAddress, makeGiftCard, makeItem } from '#testing/shop.ts'

let app: TestApp
let mia: TestOperator
let max: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  mia = await operatorBearer(app, 'manager', 'mia@crels.example')
  max = await operatorBearer(app, 'manager', 'max@crels.example')
})
afterAll(() => app.close())

const read = async (path: string, who = mia) => await callOperator(app, who, { path: `/shop-items${path}` })
const send = async (
  path: string,
  payload: object,
  {
    who = mia,
    method = 'POST' as 'POST' | 'PATCH',
    key,
  }: { who?: TestOperator; method?: 'POST' | 'PATCH'; key?: string } = {},
) =>
  await callOperator(
    app,
    key === undefined ? who : { headers: Object.assign({ 'idempotency-key': key }, who.headers) },
    { method, path: `/shop-items${path}`, payload },
  )
const slugOf = async (id: string) =>
  (await sql<{ slug: string }>`select slug from shop_item where id = ${id}`.execute(app.db)).rows[0]!.slug
const why = { reason: 'a test' }
const mug = { slug: 'mug', kind: 'merchandise', title: 'Mug', summary: 'For coffee.', points: 300, stock: 5 }

test('puts an item into the shop once, for everybody to see, and says what is wrong with one', async () => {
  const made = await send('', { ...mug, ...why }, { key: 'make-a-mug' })
  expect(made).toMatchObject({
    status: 201,
    body: { slug: 'mug', state: 'open', stock: 5, sold: 0, points: 300, codes: null },
  })
  expect((await send('', { ...mug, ...why }, { key: 'make-a-mug' })).body).toEqual(made.body)
  expect(await send('', { ...mug, ...why })).toMatchObject({
    status: 409,
    body: { detail: 'There is an item mug already.' },
  })
  expect((await callShop(app, null, 'GET', `/shop/${made.body.id}`)).body).toMatchObject({ title: 'Mug' })
  const wrong = await send('', { ...mug, slug: 'A Mug', points: -1, ...why })
  expect(wrong.status).toBe(422)
  expect(wrong.body.issues.map(({ path }: { path: string }) => path).sort()).toEqual([
    'body.points',
    'body.slug',
  ])
  const pack = await send('', { ...mug, slug: 'pack', kind: 'crels_pack', stock: null, ...why })
  expect([pack.status, pack.body.detail]).toEqual([422, expect.stringContaining('price of a pack')])
  const role = await operatorBearer(app, 'support')
  expect((await send('', { ...mug, slug: 'other', ...why }, { who: role })).status).toBe(403)
})

test('two operators change one item: the second is a conflict that names the first, and loses nothing', async () => {
  const { revision } = (await read('/mug')).body
  const edit = async (who: TestOperator, changes: object) =>
    await send('/mug', { changes, seen: revision, ...why }, { who, method: 'PATCH' })
  const both = await Promise.all([edit(mia, { points: 350 }), edit(max, { title: 'Big mug' })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = both.find(({ status }) => status === 409)!
  expect(refused.body.detail).toMatch(
    /^Someone else changed mug in the meantime\. Your change was not saved\. (mia|max) did shop\.edit on it at .* UTC\.$/,
  )
  const { body } = await read('/mug')
  expect([body.points === 350, body.title === 'Big mug'].sort()).toEqual([false, true])
  // What was and what is stands in its history and in the log.
  expect(Object.keys(body.changes[0].fields)).toHaveLength(1)
  const { rows } = await sql<{ before: object; after: object }>`
    select before, after from audit_entry where target = 'mug' and action = 'shop.edit'`.execute(app.db)
  expect(rows).toHaveLength(1)
  expect(Object.keys(rows[0]!.before)).toEqual(Object.keys(rows[0]!.after))
})

test('takes an item off sale and puts it on again, once each', async () => {
  const { id } = (await read('/mug')).body
  const both = await Promise.all([send('/mug/off-sale', why), send('/mug/off-sale', why, { who: max })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await read('/mug')).body.state).toBe('ended')
  const member = await buyer(app, 1_000)
  const order = { itemId: id, points: (await read('/mug')).body.points, address: homeAddress }
  expect((await callShop(app, member, 'POST', '/orders', order)).status).toBe(409)
  expect((await send('/mug/on-sale', why)).body).toMatchObject({ state: 'open', activeUntil: null })
  expect((await callShop(app, member, 'POST', '/orders', order)).status).toBe(201)
  expect((await send('/mug/on-sale', why)).status).toBe(200)
  expect((await send('/mug/on-sale', why, { who: max })).status).toBe(409)
  // One that nobody sees, and one that is for sale later.
  const hidden = await slugOf(await makeItem(app, { visibleUntil: '2020-02-01T00:00:00Z' }))
  expect((await read(`/${hidden}`)).body.state).toBe('hidden')
  expect((await send(`/${hidden}/on-sale`, why)).body.state).toBe('open')
  const later = await slugOf(await makeItem(app, { activeFrom: '2090-01-01T00:00:00Z' }))
  expect((await send(`/${later}/off-sale`, why)).body.state).toBe('ended')
  expect((await send(`/${later}/on-sale`, why)).body.state).toBe('open')
})

test('stock is added and taken beside sales, once a key, and never below zero', async () => {
  const id = await makeItem(app, { stock: 3 })
  const slug = await slugOf(id)
  const stock = async (change: object, key?: string) =>
    await send(`/${slug}/stock`, { change, ...why }, key === undefined ? {} : { key })
  const added = await Promise.all([1, 2, 3].map(async () => await stock({ pieces: 4 }, 'four-more')))
  expect(added.every(({ status, body }) => status === 200 || body.code === 'conflict')).toBe(true)
  expect((await read(`/${slug}`)).body.stock).toBe(7)
  const member = await buyer(app, 500)
  const taken = await Promise.all([
    stock({ pieces: -4 }),
    stock({ pieces: -4 }),
    callShop(app, member, 'POST', '/orders', { itemId: id, points: 100, address: homeAddress }),
  ])
  expect(taken.map(({ status }) => status).sort()).toEqual([200, 201, 409])
  expect((await read(`/${slug}`)).body).toMatchObject({ stock: 2, sold: 1, waiting: 1 })
  expect((await stock({ left: 10 })).body.stock).toBe(10)
  expect((await stock({ left: null })).body.stock).toBeNull()
  expect((await stock({ pieces: 1 })).body.detail).toContain('without a limit')
  for (const change of [{ pieces: 0 }, { left: -1 }, { pieces: 1, left: 1 }, {}])
    expect((await stock(change)).status).toBe(422)
  expect(
    (await send(`/${await slugOf(await makeGiftCard(app, 0))}/stock`, { change: { left: 1 }, ...why }))
      .status,
  ).toBe(409)
})

test('lists items by pages, kind, state and name', async () => {
  await addCodes(app, await makeGiftCard(app, 0, { title: 'Voucher' }), 1)
  const all = (await read('?limit=100')).body.items as OperatedItem[]
  const slugs: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await read(`?limit=2${cursor && `&cursor=${cursor}`}`)
    slugs.push(...body.items.map(({ slug }: OperatedItem) => slug))
    cursor = body.nextCursor
  }
  expect(slugs).toEqual(all.map(({ slug }) => slug))
  for (const state of ['open', 'sold_out', 'hidden', 'soon', 'ended'])
    expect((await read(`?limit=100&state=${state}`)).body.items).toEqual(
      all.filter((item) => item.state === state),
    )
  expect((await read('?q=VOUCH')).body.items).toMatchObject([{ title: 'Voucher', stock: 1, state: 'open' }])
  expect((await read('?q=%25')).body.items).toEqual([])
  expect((await read('?kind=boost')).body.items).toEqual([])
  expect((await read('?cursor=rubbish')).status).toBe(422)
  expect((await read('/nothing')).status).toBe(404)
})

test('takes a picture, refuses what is none, and draws the item again', async () => {
  const put = async (payload: Buffer) => {
    const response = await app.server.inject({
      method: 'PUT',
      url: '/api/v1/operator/shop-items/mug/image?reason=a+test',
      headers: { ...mia.headers, 'content-type': 'image/png' },
      payload,
    })
    return [response.statusCode, response.json()] as const
  }
  const [status, item] = await put(onePixelPng)
  expect([status, item.image.url]).toEqual([200, expect.stringMatching(/^\/files\/shop\/.*\.webp$/)])
  expect((await put(Buffer.from('no image')))[0]).toBe(422)
  const removed = await callOperator(app, mia, {
    method: 'DELETE',
    path: '/shop-items/mug/image?reason=again',
  })
  expect([removed.status, removed.body.image.url]).toEqual([200, null])
})

test('a picture that a colleague changed meanwhile is not replaced', async () => {
  const path = (seen: string) => `/shop-items/mug/image?reason=a+test&seen=${encodeURIComponent(seen)}`
  const put = async (seen: string, { headers } = mia) => {
    const { statusCode, body } = await app.server.inject({
      method: 'PUT',
      url: `/api/v1/operator${path(seen)}`,
      headers: { ...headers, 'content-type': 'image/png' },
      payload: onePixelPng,
    })
    return { status: statusCode, body: JSON.parse(body) }
  }
  const { body: item } = await put('')
  const late = await put('', max)
  expect([late.status, late.body.code]).toEqual([409, 'conflict'])
  expect(late.body.detail).toMatch(
    /^Someone else changed the picture in the meantime\. Your change was not saved\. mia did shop\.image on it at .+ UTC\.$/,
  )
  expect((await callOperator(app, max, { method: 'DELETE', path: path('') })).status).toBe(409)
  const { url } = item.image
  expect((await callOperator(app, mia, { path: '/shop-items/mug' })).body.image.url).toBe(url)
  expect((await callOperator(app, max, { method: 'DELETE', path: path(url) })).body.image.url).toBeNull()
})
