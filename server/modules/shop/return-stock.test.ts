import { expect, test } from 'vitest'
import { inTransaction } from '#server/platform/transaction.ts'
import { untilBlocked } from '#testing/blocked-sessions.ts'
import { testActor } from '#testing/operators.ts'
import { buyer, homeAddress, makeItem, stocker } from '#testing/shop.ts'
import { changeStock } from './change-stock.ts'
import { reconcileShop } from './reconcile-shop.ts'
import { app, buy, call, item, openApp } from './shop.fixture.ts'

openApp()

test('a piece that comes back while its item gets a limit again is counted', async () => {
  const [ada, shirt] = [await buyer(app, 1_000), await makeItem(app, { stock: 5 })]
  const { body: order } = await buy(ada, shirt, { address: homeAddress, quantity: 2 })
  const count = async (left: number | null, before: () => Promise<unknown> = async () => {}) =>
    await inTransaction(app.db, async (tx) => {
      await changeStock(tx, testActor, { ...stocker, item: shirt, change: { left } })
      await before()
    })
  await count(null)
  let cancelled: ReturnType<typeof call> | undefined
  await count(10, async () => {
    cancelled = call(ada, 'POST', `/orders/${order.id}/cancel`)
    await untilBlocked(app.db)
  })
  expect((await cancelled)!.status).toBe(200)
  expect(await item(shirt)).toMatchObject({ stock: 12 })
  expect(await reconcileShop(app.db)).toEqual([])
})
