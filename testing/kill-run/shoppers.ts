import type { PlacedOrder } from '#contracts/orders.schemas.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { homeAddress } from '../shop.ts'
import type { Chance } from './chance.ts'
import { Client, unexpected, type Load } from './client.ts'
import { askAs, type Person } from './people.ts'

/** What the run's shop sells. */
export interface Goods {
  /** There are more than anybody buys. */
  shirt: string
  /** Its codes run dry. */
  card: string
  boost: string
}

/** What each costs. */
export const goodsPoints = 100

const post = (path: string, body: unknown, key: string) => ({
  method: 'POST' as const,
  path,
  body,
  headers: { 'idempotency-key': key },
})

/** A member buys one thing after the other, and cancels some of what waits to be sent. */
export async function shopAgain(
  load: Load,
  chance: Chance,
  { person, goods, nextId }: { person: Person; goods: Goods; nextId(kind: string): string },
): Promise<void> {
  const client = new Client(load)
  // At least one each, however short the run.
  for (let bought = 0; !load.ending.aborted || bought === 0;) {
    const item = chance.pick([goods.shirt, goods.shirt, goods.card, goods.boost])
    const quantity = item === goods.boost ? 1 : chance.whole(1, 3)
    const address = item === goods.shirt ? homeAddress : undefined
    const wish = { itemId: item, quantity, points: goodsPoints, address }
    const order = await buy(client, person, wish, nextId('order'))
    if (order) bought += 1
    if (order?.isCancellable && chance.happens(0.3)) await cancel(client, person, order, nextId('cancel'))
    await sleep(50)
  }
  client.close()
}

/** Buys, unless the codes are gone or a boost runs. */
async function buy(client: Client, person: Person, wish: object, key: string): Promise<PlacedOrder | null> {
  const { journal } = client.load
  const question = post('/api/v1/orders', wish, key)
  const underWay = `${person.email} order ${key}`
  journal.underWay.add(underWay)
  const heard = await askAs(client, person, question)
  const isRefused = heard.status === 409 && /"(sold_out|boost_active)"/.test(heard.body)
  if (heard.status !== 201 && !isRefused) throw unexpected(question, heard)
  const order = heard.status === 201 ? (JSON.parse(heard.body) as PlacedOrder) : null
  if (order) journal.orders.set(order.id, order)
  journal.underWay.delete(underWay)
  return order
}

async function cancel(client: Client, person: Person, order: PlacedOrder, key: string): Promise<void> {
  const { journal } = client.load
  const question = post(`/api/v1/orders/${order.id}/cancel`, {}, key)
  journal.underWay.add(order.id)
  const heard = await askAs(client, person, question)
  if (heard.status !== 200) throw unexpected(question, heard)
  order.state = 'cancelled'
  journal.underWay.delete(order.id)
}
