import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { housePromotion, memberAvailable, move, post, reverse } from '#server/modules/ledger/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { brokenBy } from '#testing/broken-by.ts'
import { costsWhenLarge } from '#testing/costs-when-large.ts'
import { testActor } from '#testing/operators.ts'
import { buyer, homeAddress, makeGiftCard, makeItem, type Buyer } from '#testing/shop.ts'
import { setEconomy } from '#server/modules/economy/public.ts'
import { reconcileShop, shopProof } from './reconcile-shop.ts'
import { app, buy, call, earned, openApp } from './shop.fixture.ts'

openApp()

let ada: Buyer
const orders: Record<'shirt' | 'cancelled' | 'card' | 'freeze' | 'boost' | 'pack', string> = {
  shirt: '',
  cancelled: '',
  card: '',
  freeze: '',
  boost: '',
  pack: '',
}

beforeAll(async () => {
  await inTransaction(app.db, async (tx) => {
    const settings = [{ path: 'shop.packMonthlyCrelsMax', value: 1_000 }]
    await setEconomy(tx, testActor, { settings, reason: 'a test' })
  })
  ada = await buyer(app, 10_000)
  await sql`update member set created_at = crels_now() - interval '90 days' where uid = ${ada.uid}`.execute(
    app.db,
  )
  await earned(ada, 500)
  const shirt = await makeItem(app, { stock: 5 })
  const ordered = async (itemId: string, more: object = {}) => {
    const { status, body } = await buy(ada, itemId, more)
    expect(status, JSON.stringify(body)).toBe(201)
    return body.id as string
  }
  orders.shirt = await ordered(shirt, { address: homeAddress })
  orders.cancelled = await ordered(shirt, { address: homeAddress })
  expect((await call(ada, 'POST', `/orders/${orders.cancelled}/cancel`)).status).toBe(200)
  orders.card = await ordered(await makeGiftCard(app, 2))
  orders.freeze = await ordered(await makeItem(app, { kind: 'streak_freeze' }))
  orders.boost = await ordered(await makeItem(app, { kind: 'boost' }))
  const pack = await makeItem(app, { kind: 'crels_pack' })
  orders.pack = await ordered(pack, { points: 1_000 })
})

const broken = async (statement: string) => await brokenBy(app, statement, reconcileShop)

/** What is found once something was posted, which is taken back. */
async function brokenOnce(work: (tx: Tx) => Promise<unknown>): Promise<Record<string, string[]>> {
  const undo = new Error('undo')
  let found: Record<string, string[]> = {}
  await inTransaction(app.db, async (tx) => {
    await work(tx)
    found = Object.fromEntries((await reconcileShop(tx)).map(({ check, ids }) => [check, ids]))
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return found
}

const txnOf = async (id: string, column: 'txn_id' | 'pack_txn_id') =>
  (
    await sql<{ id: string }>`select ${sql.ref(column)} as id from shop_order where id = ${id}`.execute(
      app.db,
    )
  ).rows[0]!.id
const reversed = async (txnId: string) =>
  await brokenOnce(async (tx) => await reverse(tx, { txnId, kind: 'test', scope: 'test', idem: txnId }))

test('finds nothing where orders of every kind are', async () => {
  const { rows } = await sql<{ kind: string }>`select distinct kind from shop_order order by 1`.execute(
    app.db,
  )
  expect(rows).toHaveLength(5)
  expect(await reconcileShop(app.db)).toEqual([])
})

test('finds an order in force whose points came back', async () => {
  for (const id of [orders.shirt, orders.freeze])
    expect(await reversed(await txnOf(id, 'txn_id'))).toEqual({ points: [id] })
})

test('finds a pack whose crels were taken back, and one that paid others than it has', async () => {
  expect(await reversed(await txnOf(orders.pack, 'pack_txn_id'))).toEqual({ packs: [orders.pack] })
  const paid = await broken(`
    update entry set amount = amount + 1 where txn_id = '${await txnOf(orders.pack, 'pack_txn_id')}'
      and account_id = (select id from account where party = '${ada.party}' and code = 'member.available')`)
  expect(paid).toEqual({ packs: [orders.pack] })
})

test('finds crels of a pack that nobody bought, unless they were of the demo and taken back', async () => {
  const lines = move(housePromotion, memberAvailable(ada.party), 10)
  const idem = 'ord_none'
  const pay = async (tx: Tx) => await post(tx, { kind: 'crels_pack', scope: 'crels_pack', idem, lines })
  const { spent } = await brokenOnce(pay)
  expect(spent).toEqual([expect.stringMatching(/^txn_/)])
  const taken = await brokenOnce(async (tx) => {
    await pay(tx)
    const back = move(memberAvailable(ada.party), housePromotion, 10)
    await post(tx, { kind: 'demo.removed', scope: 'demo.removed', idem: `${idem} pack`, lines: back })
  })
  expect(taken).toEqual({})
})

test('finds a month whose packs were counted otherwise, or not at all', async () => {
  const { rows } = await sql<{ month: string }>`select month from shop_pack_month`.execute(app.db)
  const { month } = rows[0]!
  expect(await broken(`update shop_pack_month set crels = crels + 1`)).toEqual({ packs: [month] })
  expect(await broken(`delete from shop_pack_month`)).toEqual({ packs: [month] })
})

test('finds a freeze that nobody bought, and one that is gone, but of who is leaving', async () => {
  const freezes = async (change: string) => await broken(`update streak set bought_freezes = ${change}`)
  expect(await freezes('bought_freezes + 1')).toEqual({ freezes: [ada.party] })
  expect(await freezes('bought_freezes - 1')).toEqual({ freezes: [ada.party] })
  expect(
    await broken(`
      with gone as (delete from streak where party = '${ada.party}')
      update member set state = 'deleted' where party = '${ada.party}'`),
  ).toEqual({})
})

test('of ten million rows of each table none is read for each row of another', async () => {
  const costs = await costsWhenLarge(app, shopProof.promises)
  expect(Object.entries(costs).filter(([, cost]) => cost > 1e11)).toEqual([])
})
