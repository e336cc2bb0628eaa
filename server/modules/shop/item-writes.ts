import { sql } from 'kysely'
import type { ItemFile } from '#contracts/shop-item-file.schemas.ts'
import type { Db, Tx } from '#server/platform/database.ts'

export async function insertItem(
  tx: Tx,
  { id, file, demo }: { id: string; file: ItemFile; demo: boolean },
): Promise<void> {
  await sql`
    insert into shop_item (id, slug, kind, title, summary, description, points, crels, face_minor, face_currency, stock,
                           stocked, member_limit, countries, color_base, color_glow, visible_from, visible_until,
                           active_from, active_until, demo)
    values (${id}, ${file.slug}, ${file.kind}, ${file.title}, ${file.summary}, ${file.description}, ${file.points},
            ${file.crels}, ${file.faceValue?.minor ?? null}, ${file.faceValue?.currency ?? null}, ${file.stock},
            ${file.stock}, ${file.memberLimit}, ${file.countries}, ${file.colors.base}, ${file.colors.glow},
            coalesce(${file.visibleFrom}::timestamptz, crels_now()), ${file.visibleUntil}, ${file.activeFrom},
            ${file.activeUntil}, ${demo})`.execute(tx)
}

/** Writes a locked item. What was ever stocked follows from what it has now and what orders in force took. */
export async function saveItem(tx: Tx, id: string, file: Omit<ItemFile, 'slug' | 'kind'>): Promise<void> {
  await sql`
    update shop_item set title = ${file.title}, summary = ${file.summary}, description = ${file.description},
      points = ${file.points}, crels = ${file.crels}, face_minor = ${file.faceValue?.minor ?? null},
      face_currency = ${file.faceValue?.currency ?? null}, member_limit = ${file.memberLimit},
      stock = ${file.stock},
      stocked = ${file.stock}::bigint + (
        select coalesce(sum(quantity), 0) from shop_order
        where item_id = ${id} and took_stock and state <> 'cancelled'),
      countries = ${file.countries}, color_base = ${file.colors.base}, color_glow = ${file.colors.glow},
      visible_from = ${file.visibleFrom}, visible_until = ${file.visibleUntil}, active_from = ${file.activeFrom},
      active_until = ${file.activeUntil}
    where id = ${id}`.execute(tx)
}

/** Adds pieces to an item's own stock, or takes some; answers false where it has none, or fewer than are taken. */
export async function addStock(tx: Tx, id: string, pieces: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update shop_item set stock = stock + ${pieces}, stocked = stocked + ${pieces}
    where id = ${id} and stock + ${pieces} >= 0`.execute(tx)
  return numAffectedRows === 1n
}

/** Gives an item its picture; answers the one before. */
export async function saveImage(tx: Tx, id: string, key: string | null): Promise<string | null> {
  const { rows } = await sql<{ key: string | null }>`
    select image_key as key from shop_item where id = ${id} for no key update`.execute(tx)
  await sql`update shop_item set image_key = ${key} where id = ${id}`.execute(tx)
  return rows[0]!.key
}

export interface ItemChange {
  author: string
  reason: string
  changes: Record<string, unknown>
}

/** Remembers a change of an item, for good. */
export async function recordChange(
  tx: Tx,
  itemId: string,
  { author, reason, changes }: ItemChange,
): Promise<void> {
  await sql`
    insert into shop_item_change (item_id, author, reason, changes)
    values (${itemId}, ${author}, ${reason}, ${JSON.stringify(changes)}::jsonb)`.execute(tx)
}

/** The revision of an item: its last change. */
export async function revisionOf(db: Db, itemId: string): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    select coalesce(max(seq), 0)::bigint as revision from shop_item_change where item_id = ${itemId}`.execute(
    db,
  )
  return rows[0]!.revision
}

/** Lets one import of codes come after the other, so that the second finds the codes of the first. */
export async function lockImports(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('import shop codes'))`.execute(tx)
}
