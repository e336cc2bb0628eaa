import * as z from 'zod/mini'
import { idSchema } from '#contracts/ids.ts'
import type { ShopItem, ShopPage } from '#contracts/shop.schemas.ts'
import type { Economy } from '#rules/economy.ts'
import { isShown, itemPrice, type ItemKind } from '#rules/shop-item.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import type { Db } from '#server/platform/database.ts'
import { decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'
import { findItem, shownItems, type ItemRow } from './item-queries.ts'
import { itemView, windowsOf } from './order-view.ts'

/** The price of a page's last item, and its id. */
const place = z.tuple([z.int().check(z.positive()), idSchema('shopItem')])

/** One page of what everybody sees in the shop, the cheapest first. */
export async function listShop(
  db: Db,
  { kind, limit, cursor }: { kind?: ItemKind; limit: number; cursor?: string },
): Promise<ShopPage> {
  const { shop } = await currentEconomy(db)
  const [points, id] = cursor === undefined ? [] : decodeCursor(place, cursor)
  const rows = await shownItems(db, {
    kind,
    withPacks: arePacksOn(shop),
    crelsPackPoints: shop.crelsPackPoints,
    limit,
    after: points === undefined ? undefined : { points, id: id! },
  })
  const page = pageOf(rows, limit, (last) => [itemPrice(last, shop), last.id])
  return { ...page, items: page.items.map((row) => itemView(row, shop)) }
}

/** One item that everybody sees. Throws `not_found` for any other. */
export async function getShopItem(db: Db, { id }: { id: string }): Promise<ShopItem> {
  const { shop } = await currentEconomy(db)
  const row = await findItem(db, id)
  if (!row || !isOffered(row, shop)) throw unknownItem()
  return itemView(row, shop)
}

/** Whether people see an item; packs only once the operator gave them a budget. */
export function isOffered(row: ItemRow, settings: Economy['shop']): boolean {
  return isShown(windowsOf(row), row.now.getTime()) && (row.kind !== 'crels_pack' || arePacksOn(settings))
}

/** The refusal of a hidden item, to be thrown. */
export function unknownItem(): Error {
  return problem('not_found', { detail: 'There is no such item in the shop.' })
}

function arePacksOn({ packMonthlyCrelsMax }: Economy['shop']): boolean {
  return packMonthlyCrelsMax > 0
}
