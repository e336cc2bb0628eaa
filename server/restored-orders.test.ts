import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { balances } from '#server/modules/ledger/public.ts'
import { lostShopSeals } from '#server/modules/shop/public.ts'
import { app, buy, call as callMember, openApp } from '#server/modules/shop/shop.fixture.ts'
import { askServer } from '#testing/ask-server.ts'
import { callOperator, operatorBearer } from '#testing/operators.ts'
import { buyer, homeAddress, makeItem, type Buyer } from '#testing/shop.ts'

openApp()

const restored = async () => {
  await askServer(
    app.databaseUrl,
    `update restoration set confirmed_at = now(), confirmed_by = 'olga' where confirmed_at is null`,
  )
  await askServer(app.databaseUrl, 'select mark_restored(now())')
}
const order = async (who: Buyer, itemId: string): Promise<string> =>
  (await buy(who, itemId, { address: homeAddress })).body.id

test('what waited in the backup is sent or cancelled by who has looked alone; what was ordered since goes its way', async () => {
  const sam = await operatorBearer(app, 'support', 'sam@crels.example')
  const call = async (method: 'GET' | 'POST', url: string, payload?: object) =>
    await callOperator(app, sam, { method, path: `/orders${url}`, payload })
  const [ada, itemId] = [await buyer(app, 1_000), await makeItem(app, { stock: 10 })]
  const [sent, lost, left] = [await order(ada, itemId), await order(ada, itemId), await order(ada, itemId)]
  await restored()
  const fresh = await order(ada, itemId)
  const look = async (id: string) => (await call('GET', `/${id}`)).body.waitsForLook
  expect([await look(sent), await look(fresh)]).toEqual([true, false])
  expect((await callMember(ada, 'GET', `/orders/${sent}`)).body.isCancellable).toBe(false)
  expect((await callMember(ada, 'POST', `/orders/${sent}/cancel`)).body.code).toBe('order_not_cancellable')
  const ship = { carrier: 'DHL' }
  const reason = { reason: 'We cannot get it.' }
  for (const said of [
    await call('POST', `/${sent}/ship`, ship),
    await call('POST', `/${lost}/cancel`, reason),
  ])
    expect([said.status, said.body.detail]).toEqual([
      409,
      expect.stringContaining('may have been sent since. Look it up'),
    ])
  // The code of a version before knows nothing of it.
  await expect(
    sql`update shop_order set state = 'fulfilled', carrier = 'DHL' where id = ${sent}`.execute(app.db),
  ).rejects.toThrow('may have been sent after the backup')
  expect((await call('POST', `/${fresh}/ship`, ship)).status).toBe(200)
  const both = await Promise.all([
    call('POST', `/${sent}/ship`, { ...ship, isLookedAt: true }),
    call('POST', `/${sent}/ship`, { ...ship, isLookedAt: true }),
  ])
  expect(both.map(({ status, body }) => [status, body.state, body.waitsForLook])).toEqual([
    [200, 'fulfilled', false],
    [200, 'fulfilled', false],
  ])
  expect((await call('POST', `/${lost}/cancel`, { ...reason, isLookedAt: true })).body).toMatchObject({
    state: 'cancelled',
    waitsForLook: false,
  })
  expect((await balances(app.db, ada.party)).points).toBe(700)
  // Once more after a second restore: what is sent and cancelled stays so.
  await restored()
  expect([await look(sent), await look(left)]).toEqual([false, true])
})

test('where SECRET is lost as well, what may have been sent is left to who looks, and the rest is cancelled', async () => {
  const sue = await operatorBearer(app, 'support', 'sue@crels.example')
  const [ada, itemId] = [await buyer(app, 1_000), await makeItem(app)]
  const old = await order(ada, itemId)
  await restored()
  const fresh = await order(ada, itemId)
  await sql`update shop_order set address = 's2.gone.words' where id in (${old}, ${fresh})`.execute(app.db)
  const ended = await app.db.transaction().execute(async (tx) => await lostShopSeals.end(tx))
  expect(ended.filter(({ count }) => count > 0)).toMatchObject([
    { kind: ['order that waits to be sent', expect.anything()], count: 1 },
    { kind: ['order that may be sent already', expect.anything()], count: 1 },
  ])
  const states = async () =>
    await Promise.all(
      [old, fresh].map(async (id) => {
        const { body } = await callOperator(app, sue, { path: `/orders/${id}` })
        return [body.state, body.hasAddress]
      }),
    )
  expect(await states()).toEqual([
    ['placed', false],
    ['cancelled', false],
  ])
  await callOperator(app, sue, {
    method: 'POST',
    path: `/orders/${old}/ship`,
    payload: { carrier: 'DHL', isLookedAt: true },
  })
  expect((await states())[0]).toEqual(['fulfilled', false])
})
