import { sql } from 'kysely'
import { problem } from '#server/platform/http/problems.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import type { Db } from '#server/platform/database.ts'
import { isShown, itemPrice, saleState, type SaleState } from '#rules/shop-item.ts'
import { findItemByName, type ItemRow } from './item-queries.ts'
import { windowsOf } from './order-view.ts'

/** An item as an operator sees it in a list. */
export interface OperatedItem {
  id: string
  slug: string
  kind: string
  title: string
  price: number
  /** `hidden` where people do not see it. */
  state: SaleState | 'hidden'
  stock: number | null
  /** Pieces of orders in force. */
  sold: number
  /** Members who wait for it to be back. */
  awaitedBy: number
}

/** Every item, by its slug. */
export async function operatedItems(db: Db): Promise<OperatedItem[]> {
  const { rows } = await sql<{ slug: string }>`select slug from shop_item order by slug`.execute(db)
  const items: OperatedItem[] = []
  for (const { slug } of rows) items.push((await itemRecord(db, slug)).item)
  return items
}

export interface ItemRecord {
  item: OperatedItem
  row: ItemRow
  changes: { at: Date; author: string; reason: string; changes: Record<string, unknown> }[]
}

/** One item with every change of it. Throws `not_found`. */
export async function itemRecord(db: Db, name: string): Promise<ItemRecord> {
  const row = await findItemByName(db, name)
  if (!row) throw problem('not_found', { detail: `There is no item ${name}.` })
  const { shop } = await currentEconomy(db)
  const { rows: counts } = await sql<{ sold: number; awaitedBy: number; codes: number }>`
    select (select coalesce(sum(quantity), 0)::bigint from shop_order where item_id = ${row.id} and state <> 'cancelled') as sold,
           (select count(*) from shop_interest where item_id = ${row.id}) as "awaitedBy",
           (select count(*) from shop_code where item_id = ${row.id} and order_id is null) as codes`.execute(
    db,
  )
  const { rows: changes } = await sql<ItemRecord['changes'][number]>`
    select at, author, reason, changes from shop_item_change where item_id = ${row.id} order by seq`.execute(
    db,
  )
  const { id, slug, kind, title } = row
  const { sold, awaitedBy, codes } = counts[0]!
  const now = row.now.getTime()
  const stock = kind === 'gift_card' ? codes : row.stock
  const state = isShown(windowsOf(row), now) ? saleState(windowsOf(row), stock, now) : 'hidden'
  return {
    item: { id, slug, kind, title, price: itemPrice(row, shop), state, stock, sold, awaitedBy },
    row,
    changes,
  }
}
