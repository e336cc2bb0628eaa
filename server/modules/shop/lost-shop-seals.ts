import { sql } from 'kysely'
import { m } from '#messages'
import { inAccountLanguage } from '#server/modules/accounts/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { isLost, type EndedSeals, type LostSeals } from '#server/platform/lost-seals.ts'
import { lockImports, recordChange } from './item-writes.ts'
import { withdrawOrder } from './operate-orders.ts'
import { waitsForLook } from './order-queries.ts'

const author = 'secret start-over'
const reason = 'The SECRET is lost that they were sealed by.'

/**
 * Codes that no key opens are not sold, and those of an order are shown no more: their buyers write to support. An order
 * that waits to be sent is cancelled, since nobody knows where to; one that may have been sent since a backup stays, and
 * ends as a person says who has looked.
 */
export const lostShopSeals: LostSeals = {
  purposes: ['shop code', 'shop address'],
  end: async (tx) => [
    await endCodeFiles(tx),
    await endUnsold(tx),
    await endSold(tx),
    await cancelOrders(tx),
    await countLeft(tx),
    await forgetAddresses(tx),
  ],
}

async function endCodeFiles(tx: Tx): Promise<EndedSeals> {
  const { numAffectedRows } = await sql`
    delete from shop_code_import i
    where exists (select from shop_code_import_part p where p.import_id = i.id and ${isLost(sql`p.content`)})
       or exists (select from shop_code_import_line l where l.import_id = i.id and ${isLost(sql`l.content`)})`.execute(
    tx,
  )
  return {
    kind: ['file of codes', 'files of codes'],
    count: Number(numAffectedRows ?? 0),
    outcome: 'removed; send again what was not imported',
  }
}

/** The pool shrinks, with a line in the history of each item. */
async function endUnsold(tx: Tx): Promise<EndedSeals> {
  await lockImports(tx)
  const { rows } = await sql<{ itemId: string; count: number }>`
    with ended as (
      delete from shop_code where order_id is null and ${isLost(sql`code`)} returning item_id)
    select item_id as "itemId", count(*)::int as count from ended group by 1 order by 1`.execute(tx)
  for (const { itemId, count } of rows)
    await recordChange(tx, itemId, { author, reason, changes: { codes: { removed: count } } })
  return {
    kind: ['code that was not sold', 'codes that were not sold'],
    count: rows.reduce((sum, { count }) => sum + count, 0),
    outcome:
      'removed; import again those that are not used, as their issuer says: sold ones are not recognised',
  }
}

async function endSold(tx: Tx): Promise<EndedSeals> {
  const { numAffectedRows } = await sql`
    update shop_code set code = null where order_id is not null and ${isLost(sql`code`)}`.execute(tx)
  return {
    kind: ['code of an order', 'codes of orders'],
    count: Number(numAffectedRows ?? 0),
    outcome: 'not shown any more; who had not looked writes to support',
  }
}

async function cancelOrders(tx: Tx): Promise<EndedSeals> {
  const { rows } = await sql<{ orderId: string; uid: string | null }>`
    select o.id as "orderId", m.uid from shop_order o left join member m on m.party = o.party
    where o.state = 'placed' and not ${waitsForLook(sql`o`)} and ${isLost(sql`o.address`)}
    order by o.placed_at, o.id`.execute(tx)
  for (const { orderId, uid } of rows)
    await withdrawOrder(
      tx,
      { via: 'job', source: author },
      {
        orderId,
        reason: await inAccountLanguage(tx, uid ?? '', () => m.shop_address_lost()),
      },
    )
  return {
    kind: ['order that waits to be sent', 'orders that wait to be sent'],
    count: rows.length,
    outcome: 'cancelled; points and pieces are back, and members are notified',
  }
}

async function countLeft(tx: Tx): Promise<EndedSeals> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from shop_order o
    where ${waitsForLook(sql`o`)} and ${isLost(sql`o.address`)}`.execute(tx)
  return {
    kind: ['order that may be sent already', 'orders that may be sent already'],
    count: rows[0]!.count,
    outcome: 'left without an address: say in Orders what became of each',
  }
}

/** Of those that were cancelled just now, too: they are counted there. */
async function forgetAddresses(tx: Tx): Promise<EndedSeals> {
  const { rows } = await sql<{ count: number }>`
    with ended as (
      update shop_order set address = null where ${isLost(sql`address`)} returning state)
    select count(*) filter (where state = 'fulfilled')::int as count from ended`.execute(tx)
  return {
    kind: ['address of an order that was sent', 'addresses of orders that were sent'],
    count: rows[0]!.count,
    outcome: 'removed',
  }
}
