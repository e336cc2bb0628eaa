import { saleState } from '#rules/shop-item.ts'
import { requireActing } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { deleteInterest, findItem, insertInterest, type ItemRow } from './item-queries.ts'
import { isOffered, unknownItem } from './list-shop.ts'
import { windowsOf } from './order-view.ts'

/**
 * Notifies a member once when an item can be bought again; once more changes nothing. Throws `not_found`, and
 * `item_on_sale` where there is nothing to wait for.
 */
export async function askForItem(
  tx: Tx,
  actor: Pick<MemberActor, 'uid'>,
  { id }: { id: string },
): Promise<void> {
  const { uid } = await requireActing(tx, actor.uid)
  const { shop } = await currentEconomy(tx)
  const row = await findItem(tx, id, 1)
  if (!row || !isOffered(row, shop)) throw unknownItem()
  if (isOnSale(row)) throw problem('item_on_sale')
  await insertInterest(tx, id, uid)
}

/** Does not notify a member of an item after all. */
export async function forgetItem(
  db: Db,
  { uid }: Pick<MemberActor, 'uid'>,
  { id }: { id: string },
): Promise<void> {
  await deleteInterest(db, id, uid)
}

/** Whether an item that people see can be bought now. */
export function isOnSale(row: ItemRow): boolean {
  return saleState(windowsOf(row), row.stock, row.now.getTime()) === 'open'
}
