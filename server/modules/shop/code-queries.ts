import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
import { isFree, lockItem } from './item-queries.ts'

/**
 * Gives an order so many codes of its item's pool, the oldest first; answers false when there are not as many any more.
 * Codes that a concurrent order is taking are passed over; where no others are left, it waits to see whether that order
 * fails. The last thing that an order does, so that the one it waits for waits for nothing: orders of several codes come
 * one after the other, since each could hold some and wait for the other's.
 */
export async function assignCodes(
  tx: Tx,
  { itemId, orderId, quantity }: { itemId: string; orderId: string; quantity: number },
): Promise<boolean> {
  if (quantity > 1) await lockItem(tx, itemId)
  let left = quantity
  while (left > 0) {
    const free = await assign(tx, { itemId, orderId, limit: left, passOver: true })
    left -= free
    if (left > 0 && free === 0) {
      const waitedFor = await assign(tx, { itemId, orderId, limit: 1, passOver: false })
      left -= waitedFor
      if (waitedFor === 0 && !(await hasUnused(tx, itemId))) return false
    }
  }
  return true
}

async function assign(
  tx: Tx,
  { itemId, orderId, limit, passOver }: { itemId: string; orderId: string; limit: number; passOver: boolean },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update shop_code set order_id = ${orderId}, assigned_at = crels_now() where id in (
      select id from shop_code c where item_id = ${itemId} and ${isFree}
      order by id limit ${limit} for update ${passOver ? sql`skip locked` : sql``})`.execute(tx)
  return Number(numAffectedRows)
}

async function hasUnused(tx: Tx, itemId: string): Promise<boolean> {
  const { rows } = await sql`
    select from shop_code c where item_id = ${itemId} and ${isFree} limit 1`.execute(tx)
  return rows.length > 0
}

/** The sealed codes of an order, in the order of the pool. */
export async function codesOf(db: Db, orderId: string): Promise<{ id: string; code: string }[]> {
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from shop_code where order_id = ${orderId} and code is not null order by id`.execute(db)
  return rows
}

/** Records that the owner of an order looked at its codes; answers when they first did. */
export async function recordReveal(tx: Tx, orderId: string, requestId: string): Promise<Date> {
  await sql`
    insert into shop_code_reveal (order_id, request_id) values (${orderId}, ${requestId})`.execute(tx)
  const { rows } = await sql<{ at: Date }>`
    select at from shop_code_reveal where order_id = ${orderId} order by seq limit 1`.execute(tx)
  return rows[0]!.at
}
