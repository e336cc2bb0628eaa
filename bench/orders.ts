import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { placeOrder } from '#contracts/orders.endpoints.ts'
import { housePoints, memberPoints, move } from '#server/modules/ledger/public.ts'
import { newId } from '#server/platform/ids.ts'
import { givePoints, homeAddress, makeItem } from '#testing/shop.ts'
import { load } from './load.ts'
import { alternate, type Bench, type Figure, type Measure } from './measure.ts'
import { signInMembers } from './sign-in-members.ts'
import { withApp, withSite, type BenchSite } from './site.ts'
import { sqlLoad } from './sql-load.ts'
import { ratios } from './statistics.ts'

const clients = 16
const price = 1
const stock = 1_000_000

/** Orders of one item with a stock, by many members: all of them take of one row. */
export const orders: Measure = {
  name: 'orders',
  title: 'Orders of one item with a stock through HTTP, 16 clients',
  baseline: 'what each writes, in one statement by the driver alone, as many connections',
  run: async (bench) => await withSite(async (site) => await measure(site, bench)),
}

/** The ledger's post, then the piece and the order with its event: all that an order writes. */
const written = `
  with posted as (
    select posted_id from ledger_post('order_placed', 'bench', $2, 'bench', null, $3, null)
  ), taken as (
    update shop_item set stock = stock - 1 from posted where id = $4 and stock >= 1 returning posted_id
  ), made as (
    insert into shop_order (id, party, item_id, kind, title, quantity, points, state, took_stock, txn_id, address)
    select $2, $1, $4, 'merchandise', 'Bench', 1, ${price}, 'placed', true, posted_id, repeat('x', 300) from taken
    returning id, party
  )
  insert into shop_order_event (order_id, party, state, author) select id, party, 'placed', 'member' from made`

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  const count = quick ? 320 : 960
  const rounds = quick ? 1 : 5
  const members = await signInMembers(site, count)
  const { itemId, parties } = await stockShop(site, members)
  const body = orderBody(itemId)
  let sent = 0
  const sides = {
    driver: async () => {
      const values = parties.map((party) => {
        const lines = JSON.stringify(move(memberPoints(party), housePoints, price))
        return [party, newId('order'), lines, itemId]
      })
      const { perSecond } = await sqlLoad({
        databaseUrl: site.databaseUrl,
        connections: clients,
        text: written,
        values,
      })
      return { perSecond, p50Ms: 0, p99Ms: 0 }
    },
    http: async () => {
      const requests = members.map((headers) => ({
        method: 'POST' as const,
        path: placeOrder.path,
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body,
      }))
      sent += requests.length
      return await load({ origin: site.origin, connections: clients, status: 201, requests })
    },
  }
  say('a warm-up')
  await alternate(1, sides)
  say(`rounds of ${count} orders each`)
  const taken = await alternate(rounds, sides)
  await assertAllTaken(site, itemId, { orders: 2 * sent })
  const rate = (side: keyof typeof sides) => taken[side].map(({ perSecond }) => perSecond)
  return [
    { name: 'rate', unit: '/s', samples: rate('http'), goal: { text: '≥ 500/s', atLeast: 500 } },
    {
      name: 'of what it writes',
      unit: '×',
      samples: ratios(rate('http'), rate('driver')),
      goal: { text: '≥ 0.5 ×', atLeast: 0.5 },
    },
    { name: 'p50', unit: 'ms', samples: taken.http.map(({ p50Ms }) => p50Ms) },
    { name: 'p99', unit: 'ms', samples: taken.http.map(({ p99Ms }) => p99Ms) },
    { name: 'the driver alone', unit: '/s', samples: rate('driver') },
  ]
}

/** What an order of the item says. */
export function orderBody(itemId: string): string {
  return JSON.stringify({ itemId, points: price, address: homeAddress })
}

/** The item, and members with more points than they spend here. */
export async function stockShop(
  site: BenchSite,
  members: Record<string, string>[],
): Promise<{ itemId: string; parties: string[] }> {
  return await withApp(site, async (app) => {
    const itemId = await makeItem(app, { slug: 'bench', points: price, stock })
    // The first call of each makes the member's row.
    for (const headers of members)
      await app.server.inject({
        url: '/api/v1/orders/terms',
        headers: { authorization: headers.authorization },
      })
    const { rows } = await sql<{ party: string }>`
      select party from member where email like 'member-%@example.com' order by email`.execute(site.db)
    for (const { party } of rows) await givePoints(app, party, 1_000)
    return { itemId, parties: rows.map(({ party }) => party) }
  })
}

/** Every order has its piece, and no piece is gone without one. */
async function assertAllTaken({ db }: BenchSite, itemId: string, wanted: { orders: number }): Promise<void> {
  const { rows } = await sql<{ orders: number; left: number }>`
    select count(o.id) as orders, min(i.stock) as left from shop_item i left join shop_order o on o.item_id = i.id
    where i.id = ${itemId}`.execute(db)
  const { orders: placed, left } = rows[0]!
  if (placed !== wanted.orders || left !== stock - placed)
    throw new Error(`${placed} orders of ${wanted.orders}, ${left} of ${stock} pieces left`)
}
