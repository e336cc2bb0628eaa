import { sql, type RawBuilder } from 'kysely'
import type { OperatedItem, OperatedItemDetail } from '#contracts/operator-shop.schemas.ts'
import type { Page } from '#contracts/paging.ts'
import { itemPrice, type ItemKind, type OperatedItemState } from '#rules/shop-item.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import type { Db } from '#server/platform/database.ts'
import { filesPrefix } from '#server/platform/files/stored-files.ts'
import { decodeCursor, idPlace, pageOf } from '#server/platform/http/cursor.ts'
import { fileOf, requireItem } from './change-item.ts'
import { isFree, isShown, type ItemRow } from './item-queries.ts'
import { revisionOf } from './item-writes.ts'

export interface ItemQuery {
  /** In the title or the slug. */
  q?: string | undefined
  kind?: ItemKind | undefined
  state?: OperatedItemState | undefined
  limit: number
  cursor?: string | undefined
}

const changesMax = 50
const place = idPlace('shopItem')

/** One page of items, the newest first, with what each sold and has left. */
export async function operatedItems(
  db: Db,
  { q, kind, state, limit, cursor }: ItemQuery,
): Promise<Page<OperatedItem>> {
  const before = cursor === undefined ? null : decodeCursor(place, cursor)[0]
  const items = await selectItems(
    db,
    sql`(${before}::text is null or i.id < ${before})
      and (${kind ?? null}::text is null or i.kind = ${kind ?? null})
      and (${state ?? null}::text is null or s.state = ${state ?? null})
      and (${q ?? null}::text is null or strpos(lower(i.title), lower(${q ?? ''})) > 0
        or strpos(i.slug, lower(${q ?? ''})) > 0)`,
    limit + 1,
  )
  return pageOf(items, limit, ({ id }) => [id])
}

/** Every item, by its slug. */
export async function allItems(db: Db): Promise<OperatedItem[]> {
  const items = await selectItems(db, sql`true`, null)
  return items.sort((one, other) => (one.slug < other.slug ? -1 : 1))
}

type Row = Omit<OperatedItem, 'points' | 'createdAt'> & {
  points: number | null
  crels: number | null
  createdAt: Date
}

/** What is counted is counted for the items of the page alone. */
async function selectItems(
  db: Db,
  which: RawBuilder<unknown>,
  limit: number | null,
): Promise<OperatedItem[]> {
  const { shop } = await currentEconomy(db)
  const { rows } = await sql<Row>`
    with page as materialized (
      select i.*, s.state from shop_item i cross join lateral (
        select case
          when not (${isShown}) then 'hidden'
          when i.active_until <= crels_now() then 'ended'
          when i.active_from > crels_now() then 'soon'
          when i.kind <> 'gift_card' and i.stock = 0 then 'sold_out'
          when i.kind = 'gift_card' and (waits_after_restore() or not exists (
            select from shop_code c where c.item_id = i.id and ${isFree})) then 'sold_out'
          else 'open' end as state) s
      where ${which} order by i.id desc limit ${limit})
    select i.id, i.slug, i.kind, i.title, i.state, i.points, i.crels, i.created_at as "createdAt", i.demo as "isDemo",
      jsonb_build_object('url', ${filesPrefix}::text || i.image_key, 'base', i.color_base, 'glow', i.color_glow) as image,
      case when i.kind = 'gift_card' then (
        select count(*) from shop_code c where c.item_id = i.id and ${isFree})
      else i.stock end as stock,
      (select count(*) from shop_code c where c.item_id = i.id and c.restoration_id is not null) as "restoredCodes",
      (select coalesce(sum(o.quantity), 0)::bigint from shop_order o
        where o.item_id = i.id and o.state <> 'cancelled') as sold,
      (select count(*) from shop_order o where o.item_id = i.id and o.state = 'placed') as waiting,
      (select count(*) from shop_interest n where n.item_id = i.id) as "awaitedBy"
    from page i order by i.id desc`.execute(db)
  return rows.map(({ points, crels, createdAt, ...row }) => ({
    ...row,
    points: itemPrice({ points, crels }, shop),
    createdAt: createdAt.toISOString(),
  }))
}

/** One item by its slug or id, with its pool and its last changes. Throws `not_found`. */
export async function operatedItem(db: Db, name: string): Promise<OperatedItemDetail> {
  const row = await requireItem(db, name)
  const [item] = await selectItems(db, sql`i.id = ${row.id}`, 1)
  const { slug: _slug, kind: _kind, stock: _stock, points: _points, colors: _colors, ...file } = fileOf(row)
  return {
    ...item!,
    ...file,
    revision: await revisionOf(db, row.id),
    codes: row.kind === 'gift_card' ? await poolOf(db, row.id) : null,
    changes: (await changesOf(db, row.id)).map(({ at, ...change }) => ({ at: at.toISOString(), ...change })),
  }
}

async function poolOf(db: Db, itemId: string): Promise<NonNullable<OperatedItemDetail['codes']>> {
  const { rows } = await sql<{ unused: number; sold: number; at: Date | null }>`
    select count(*) filter (where ${isFree}) as unused, count(*) filter (where order_id is not null) as sold,
      max(imported_at) as at
    from shop_code c where item_id = ${itemId}`.execute(db)
  const { unused, sold, at } = rows[0]!
  return { unused, sold, lastImportedAt: at?.toISOString() ?? null }
}

interface RecordedChange {
  at: Date
  author: string
  reason: string
  fields: Record<string, unknown>
}

async function changesOf(db: Db, itemId: string): Promise<RecordedChange[]> {
  const { rows } = await sql<RecordedChange>`
    select at, author, reason, changes as fields from shop_item_change where item_id = ${itemId}
    order by seq desc limit ${changesMax}`.execute(db)
  return rows
}

/** One item as its file would say it, with its last changes. Throws `not_found`. */
export async function itemRecord(
  db: Db,
  name: string,
): Promise<{ item: OperatedItem; row: ItemRow; changes: RecordedChange[] }> {
  const row = await requireItem(db, name)
  const [item] = await selectItems(db, sql`i.id = ${row.id}`, 1)
  return { item: item!, row, changes: (await changesOf(db, row.id)).toReversed() }
}
