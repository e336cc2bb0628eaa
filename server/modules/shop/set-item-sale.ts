import type { ItemChanges } from '#contracts/shop-item-file.schemas.ts'
import { isShown } from '#rules/shop-item.ts'
import { requireOwnAgain, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { changeItem, requireItem } from './change-item.ts'
import { findItem, lockItem, type ItemRow } from './item-queries.ts'
import { windowsOf } from './order-view.ts'

/**
 * Puts an item on sale now, or takes it off sale: people see it and cannot buy it. Windows that stand against it are
 * opened or closed, the others stay; by the same operator again it changes nothing. Throws `conflict` where it is so by
 * another.
 */
export async function setItemSale(
  tx: Tx,
  actor: OperatorActor,
  { item, onSale, reason }: { item: string; onSale: boolean; reason: string },
): Promise<{ row: ItemRow; changed: string[] }> {
  const { id, slug } = await requireItem(tx, item)
  await lockItem(tx, id)
  const row = (await findItem(tx, id))!
  const changes = onSale ? opened(row) : closed(row)
  if (Object.keys(changes).length === 0) {
    const detail = `${slug} is ${onSale ? 'on' : 'off'} sale already.`
    await requireOwnAgain(tx, actor, { action: 'shop.edit', target: slug, reason, detail })
    return { row, changed: [] }
  }
  return await changeItem(tx, actor, { item: id, changes, reason })
}

function opened(row: ItemRow): ItemChanges {
  const now = row.now.toISOString()
  const { activeFrom, activeUntil } = row
  return {
    ...(!isShown(windowsOf(row), row.now.getTime()) && {
      visibleFrom: row.visibleFrom > row.now ? now : row.visibleFrom.toISOString(),
      visibleUntil: null,
    }),
    ...(activeFrom !== null && activeFrom > row.now && { activeFrom: null }),
    ...(activeUntil !== null && activeUntil <= row.now && { activeUntil: null }),
  }
}

function closed({ activeFrom, activeUntil, now }: ItemRow): ItemChanges {
  if (activeUntil !== null && activeUntil <= now) return {}
  return {
    // A sale that has not begun has no end before it.
    ...(activeFrom !== null && activeFrom >= now && { activeFrom: null }),
    activeUntil: now.toISOString(),
  }
}
