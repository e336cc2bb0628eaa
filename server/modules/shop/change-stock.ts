import { authorOf, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { fileOf, requireItem } from './change-item.ts'
import { findItem, lockItem, type ItemRow } from './item-queries.ts'
import { addStock, recordChange, saveItem } from './item-writes.ts'

/**
 * How an item's stock changes: pieces are added or taken, whatever is sold meanwhile; or what is left is counted anew,
 * null without a limit from now on, where it is still what was `seen`; without that whatever it is.
 */
export type StockChange = { pieces: number } | { left: number | null; seen?: number | null | undefined }

/**
 * Changes the stock of an item. Throws `conflict` for a gift card, whose stock is its codes, where pieces are added to an
 * item without a limit, where fewer are left than are taken, and where another number is left than was seen.
 */
export async function changeStock(
  tx: Tx,
  actor: OperatorActor,
  { item, change, reason }: { item: string; change: StockChange; reason: string },
): Promise<ItemRow> {
  const { id, slug } = await requireItem(tx, item)
  await lockItem(tx, id)
  const row = (await findItem(tx, id))!
  if (row.kind === 'gift_card')
    throw problem('conflict', { detail: `The stock of ${slug} is its codes: import them.` })
  if ('seen' in change && change.seen !== undefined && change.seen !== row.stock)
    throw problem('conflict', {
      detail: `${slug} has ${leftText(row.stock)} by now, not ${change.seen ?? 'no limit'}: nothing was changed.`,
    })
  const after = 'pieces' in change ? addedTo(row, change.pieces) : change.left
  await operate(tx, actor, {
    action: 'shop.restock',
    target: slug,
    before: { stock: row.stock },
    after: { stock: after },
    reason,
  })
  if ('pieces' in change) await addStock(tx, id, change.pieces)
  else await saveItem(tx, id, { ...fileOf(row), stock: after })
  await recordChange(tx, id, {
    author: authorOf(actor),
    reason,
    changes: {
      stock: 'pieces' in change ? { added: change.pieces } : { previous: row.stock, next: after },
    },
  })
  return (await findItem(tx, id))!
}

function leftText(stock: number | null): string {
  return stock === null ? 'no limit' : `${stock} left`
}

/** What is left after pieces are added or taken. */
function addedTo({ slug, stock }: ItemRow, pieces: number): number {
  if (stock === null)
    throw problem('conflict', { detail: `${slug} has no stock of its own: it is sold without a limit.` })
  if (stock + pieces < 0) throw problem('conflict', { detail: `Only ${stock} of ${slug} are left.` })
  return stock + pieces
}
