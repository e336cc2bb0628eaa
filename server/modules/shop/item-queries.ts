import { sql, type RawBuilder } from 'kysely'
import type { Economy } from '#rules/economy.ts'
import { STOCK_COUNTED_MAX, type ItemKind } from '#rules/shop-item.ts'
import { settingsColumn } from '#server/modules/economy/public.ts'
import { pointsColumn } from '#server/modules/ledger/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { keepsPlan } from '#server/platform/prepared-statements.ts'

/** Whether a code `c` can be sold: nobody has it, and it does not wait for a look since a restore. */
export const isFree = sql<boolean>`c.order_id is null and c.restoration_id is null`

/** An item as it is stored, with the database's time when it was read. */
export interface ItemRow {
  id: string
  slug: string
  kind: ItemKind
  title: string
  summary: string
  description: string
  /** Null for a pack. */
  points: number | null
  crels: number | null
  faceMinor: number | null
  faceCurrency: string | null
  /**
   * Pieces left, of a pool its free codes as far as they were counted, and none while a restored database waits; null
   * without a limit.
   */
  stock: number | null
  memberLimit: number | null
  countries: string[]
  imageKey: string | null
  colorBase: string
  colorGlow: string
  visibleFrom: Date
  visibleUntil: Date | null
  activeFrom: Date | null
  activeUntil: Date | null
  demo: boolean
  now: Date
}

/** The columns of an item `i`; of a pool so many codes are counted at most. */
const columns = (counted: number) => sql`
  i.id, i.slug, i.kind, i.title, i.summary, i.description, i.points, i.crels, i.face_minor as "faceMinor",
  i.face_currency as "faceCurrency",
  case when i.kind = 'gift_card' then (
    select count(*) from (select from shop_code c where c.item_id = i.id and ${isFree} and not waits_after_restore()
      limit ${counted}) free)
  else i.stock end as stock,
  i.member_limit as "memberLimit", i.countries, i.image_key as "imageKey", i.color_base as "colorBase",
  i.color_glow as "colorGlow", i.visible_from as "visibleFrom", i.visible_until as "visibleUntil",
  i.active_from as "activeFrom", i.active_until as "activeUntil", i.demo, crels_now() as now`

/** Whether people see an item `i`. */
export const isShown: RawBuilder<boolean> = sql`
  i.visible_from <= crels_now() and (i.visible_until is null or i.visible_until > crels_now())`

export interface ItemList {
  kind?: ItemKind
  /** Packs are off otherwise. */
  withPacks: boolean
  /** What a crel of a pack costs. */
  crelsPackPoints: number
  limit: number
  /** The price and the id of the last item before. */
  after?: { points: number; id: string }
}

/** The items that people see, the cheapest first, one more than the limit where there are more. */
export async function shownItems(db: Db, list: ItemList): Promise<ItemRow[]> {
  const price = sql`coalesce(i.points, i.crels * ${list.crelsPackPoints}::bigint)`
  const ofKind = list.kind ? sql`and i.kind = ${list.kind}` : sql``
  const withoutPacks = list.withPacks ? sql`` : sql`and i.kind <> 'crels_pack'`
  const after = list.after ? sql`and (${price}, i.id) > (${list.after.points}, ${list.after.id})` : sql``
  const { rows } = await sql<ItemRow>`
    select ${columns(STOCK_COUNTED_MAX)} from shop_item i
    where ${isShown} ${ofKind} ${withoutPacks} ${after}
    order by ${price}, i.id limit ${list.limit + 1}`.execute(db)
  return rows
}

/** An item, whether people see it or not. `counted`: how many codes of its pool matter. */
export async function findItem(
  db: Db,
  id: string,
  counted = STOCK_COUNTED_MAX,
): Promise<ItemRow | undefined> {
  return (await sql<ItemRow>`select ${columns(counted)} from shop_item i where i.id = ${id}`.execute(db))
    .rows[0]
}

/** An item with what else decides an order of it: the settings in force, and the points of its buyer. */
export interface ItemToOrder extends ItemRow {
  settings: Partial<Economy> | null
  balance: number
  /** Its codes wait, since the database was restored. */
  isHeld: boolean
}

/** An item that a member orders pieces of, in one statement with what else every order asks. */
export async function findItemToOrder(
  tx: Tx,
  { itemId, quantity, party }: { itemId: string; quantity: number; party: string },
): Promise<ItemToOrder | undefined> {
  const { rows } = await sql<ItemToOrder>`
    select ${columns(quantity)}, ${settingsColumn} as settings, ${pointsColumn(party)} as balance,
           i.kind = 'gift_card' and waits_after_restore() as "isHeld"
    from shop_item i where i.id = ${itemId} ${keepsPlan}`.execute(tx)
  return rows[0]
}

/** An item by its slug or id. */
export async function findItemByName(db: Db, name: string): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`
    select ${columns(STOCK_COUNTED_MAX)} from shop_item i where i.id = ${name} or i.slug = ${name}`.execute(
    db,
  )
  return rows[0]
}

/** Locks an item against other changes of it and against orders that take of its stock. */
export async function lockItem(tx: Tx, id: string): Promise<void> {
  await sql`select from shop_item where id = ${id} for no key update`.execute(tx)
}

/** Members wait for an item to be back; once more changes nothing. */
export async function insertInterest(tx: Tx, itemId: string, uid: string): Promise<void> {
  await sql`
    insert into shop_interest (item_id, uid) values (${itemId}, ${uid}) on conflict do nothing`.execute(tx)
}

export async function deleteInterest(db: Db, itemId: string, uid: string): Promise<void> {
  await sql`delete from shop_interest where item_id = ${itemId} and uid = ${uid}`.execute(db)
}

/** Items that members wait for. */
export async function awaitedItems(db: Db): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select ${columns(1)} from shop_item i
    where ${isShown} and exists (select from shop_interest n where n.item_id = i.id) order by i.id`.execute(
    db,
  )
  return rows
}

/** Ends the waiting for an item, for so many members; answers who they were. */
export async function takeInterests(tx: Tx, itemId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    delete from shop_interest where (item_id, uid) in (
      select item_id, uid from shop_interest where item_id = ${itemId}
      order by uid limit ${limit} for update skip locked)
    returning uid`.execute(tx)
  return rows.map(({ uid }) => uid)
}
