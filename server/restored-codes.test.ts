import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatorHome } from '#contracts/operator-home.schemas.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { askServer } from '#testing/ask-server.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { addCodes, buyer, callShop, makeGiftCard, type Buyer } from '#testing/shop.ts'
import { reconcileShop } from './modules/shop/public.ts'

let app: TestApp
let mia: TestOperator
let max: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  mia = await operatorBearer(app, 'manager', 'mia@crels.example')
  max = await operatorBearer(app, 'manager', 'max@crels.example')
})
afterAll(async () => {
  expect(await reconcileShop(app.db)).toEqual([])
  await app.close()
})

const owner = async (text: string) => await askServer(app.databaseUrl, text)
const restored = async () => await owner('select mark_restored(now())')
const confirmed = async () =>
  await owner(`update restoration set confirmed_at = now(), confirmed_by = 'olga' where confirmed_at is null`)
const buy = async (who: Buyer, itemId: string, quantity = 1) =>
  await callShop(app, who, 'POST', '/orders', { itemId, points: 100, quantity })
const shown = async (itemId: string) => (await callShop(app, null, 'GET', `/shop/${itemId}`)).body
const slugOf = async (id: string) =>
  (await sql<{ slug: string }>`select slug from shop_item where id = ${id}`.execute(app.db)).rows[0]!.slug
const operated = async (itemId: string) =>
  (await callOperator(app, mia, { path: `/shop-items/${await slugOf(itemId)}` })).body
const say = async (itemId: string, answer: 'use' | 'take-back', who = mia) =>
  await callOperator(app, who, {
    method: 'POST',
    path: `/shop-items/${await slugOf(itemId)}/restored-codes`,
    payload: { answer, reason: 'a test' },
  })
const poolOf = async (itemId: string) =>
  (
    await sql<{ id: string; orderId: string | null }>`
      select id, order_id as "orderId" from shop_code where item_id = ${itemId} order by id`.execute(app.db)
  ).rows

test('no code is handed out before the confirmation; those of the backup wait for a look after it too', async () => {
  const ada = await buyer(app, 1_000)
  const card = await makeGiftCard(app, 3)
  expect((await buy(ada, card)).status).toBe(201)
  await restored()
  await addCodes(app, card, 1)
  const { status, body } = await buy(ada, card)
  expect([status, body.code]).toEqual([409, 'item_not_available'])
  expect(await shown(card)).toMatchObject({ state: 'sold_out', stock: 0 })
  const [, old, older, fresh] = await poolOf(card)
  const assign = (id: string) =>
    sql`
      update shop_code set order_id = (select order_id from shop_code where order_id is not null limit 1),
        assigned_at = now() where id = ${id}`.execute(app.db)
  // The code of a version before knows nothing of it.
  await expect(assign(fresh!.id)).rejects.toThrow('Codes wait, since this database was restored')
  await confirmed()
  await expect(assign(old!.id)).rejects.toThrow('may have been given out after the backup')
  // What was imported after it is free at once, and the others are passed over.
  expect(await shown(card)).toMatchObject({ state: 'open', stock: 1 })
  expect(await operated(card)).toMatchObject({ stock: 1, restoredCodes: 2, codes: { unused: 1, sold: 1 } })
  expect((await buy(ada, card)).status).toBe(201)
  expect((await buy(ada, card)).body.code).toBe('sold_out')
  const pool = await poolOf(card)
  expect(pool.filter(({ orderId }) => orderId === null).map(({ id }) => id)).toEqual([old!.id, older!.id])
  expect(pool.find(({ id }) => id === fresh!.id)?.orderId).not.toBeNull()
  expect((await callShop(app, ada, 'GET', '/orders')).body.items).toHaveLength(2)
  await say(card, 'take-back')
})

test('an operator says once that they are good, or takes them out, so that they can be imported again', async () => {
  const ada = await buyer(app, 1_000)
  const [good, gone] = [await makeGiftCard(app, 2), await makeGiftCard(app, 2)]
  await restored()
  await confirmed()
  expect((await say(good, 'use', await operatorBearer(app, 'support'))).status).toBe(403)
  expect(await say(good, 'use')).toMatchObject({
    status: 200,
    body: { stock: 2, restoredCodes: 0, codes: { unused: 2 } },
  })
  expect(await say(gone, 'take-back')).toMatchObject({
    status: 200,
    body: { stock: 0, state: 'sold_out', restoredCodes: 0 },
  })
  expect(await poolOf(gone)).toEqual([])
  // One's own once more is the same; another's, or another answer, names who was faster.
  expect((await say(good, 'use')).status).toBe(200)
  for (const late of [await say(good, 'use', max), await say(good, 'take-back')])
    expect([late.status, late.body.detail]).toEqual([
      409,
      expect.stringMatching(
        /^No code of item-\d+ waits for a look since a restore\. mia did restore\.codes on it at .+ UTC\.$/,
      ),
    ])
  expect((await buy(ada, good, 2)).status).toBe(201)
  const { rows } = await sql`
    select before, after, reason from audit_entry where action = 'restore.codes' and target = ${await slugOf(good)}`.execute(
    app.db,
  )
  expect(rows).toMatchObject([{ before: { codes: 2 }, after: { answer: 'use' }, reason: 'a test' }])
  expect((await operated(good)).changes[0]).toMatchObject({
    author: 'mia',
    fields: { codes: { added: 2 } },
  })
})

test('two buyers, and two operators who answer at once: each code has one owner, and one answer counts', async () => {
  const card = await makeGiftCard(app, 1)
  await restored()
  await confirmed()
  const [ada, eve] = [await buyer(app, 100), await buyer(app, 100)]
  const [use, back, ...early] = await Promise.all([
    say(card, 'use'),
    say(card, 'take-back', max),
    buy(ada, card),
    buy(eve, card),
  ])
  expect([use.status, back.status].sort((one, other) => one - other)).toEqual([200, 409])
  const late = [await buy(ada, card), await buy(eve, card)]
  const had = [...early, ...late].filter(({ status }) => status === 201)
  expect(had).toHaveLength(use.status === 200 ? 1 : 0)
  const pool = await poolOf(card)
  expect(pool).toHaveLength(had.length)
  expect(pool.map(({ orderId }) => orderId)).toEqual(had.map(({ body }) => body.id))
  const refused = [...early, ...late].filter(({ status }) => status !== 201)
  for (const { body } of refused) expect(['sold_out', 'insufficient_funds']).toContain(body.code)
})

test('a restore once more asks again for what is unsold by then', async () => {
  const card = await makeGiftCard(app, 2)
  await restored()
  await confirmed()
  await say(card, 'use')
  expect((await buy(await buyer(app, 100), card)).status).toBe(201)
  await restored()
  await confirmed()
  expect(await operated(card)).toMatchObject({ restoredCodes: 1, codes: { unused: 0, sold: 1 } })
  const { queues } = (await callOperator(app, mia, { path: '/home' })).body as OperatorHome
  expect(queues.find(({ queue }) => queue === 'restored-codes')).toMatchObject({ count: 1, usdCents: null })
})

test('a file of codes that was looked at in the backup ends, and is sent again by a person', async () => {
  const card = await makeGiftCard(app, 1)
  const imports = `/shop-items/${await slugOf(card)}/code-imports`
  const sent = await app.server.inject({
    method: 'POST',
    url: `/api/v1/operator${imports}`,
    headers: { ...mia.headers, 'content-type': 'text/csv' },
    payload: 'RESTORED-FILE-1\nRESTORED-FILE-2\n',
  })
  expect(sent.statusCode, sent.body).toBeLessThan(300)
  const stateOf = async () =>
    (await callOperator(app, mia, { path: imports })).body.items.map(({ state }: { state: string }) => state)
  await app.jobs.run('import-codes', { importId: sent.json().id })
  expect(await stateOf()).toEqual(['checked'])
  await restored()
  expect(await stateOf()).toEqual(['failed'])
  await app.jobs.run('import-codes', { importId: sent.json().id })
  expect(await poolOf(card)).toHaveLength(1)
  await confirmed()
})
