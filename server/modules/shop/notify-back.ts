import type { Logger } from 'pino'
import { saleState } from '#rules/shop-item.ts'
import { requireActing } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { eachOrThrow } from '#server/platform/each-by-itself.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import { problem } from '#server/platform/http/problems.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import {
  awaitedItems,
  deleteInterest,
  findItem,
  insertInterest,
  takeInterests,
  type ItemRow,
} from './item-queries.ts'
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

/** Members that one transaction notifies. */
const batch = 500

/**
 * Notifies those who wait for items that can be bought again, each once: who is notified waits no more, in the same
 * transaction. Killed anywhere the next run does the rest; two at once share them. Answers how many; an item
 * that fails is logged, tried again at the next run, and thrown at the end.
 */
export async function notifyBack(db: Db, { log }: { log: Logger }): Promise<number> {
  const { shop } = await currentEconomy(db)
  const back = (await awaitedItems(db)).filter((row) => isOffered(row, shop) && isOnSale(row))
  let notified = 0
  await eachOrThrow(
    back,
    async ({ id: itemId, title }) => {
      let taken: number
      do {
        taken = await inTransaction(db, async (tx) => {
          const uids = await takeInterests(tx, itemId, batch)
          await notifyMembers(tx, uids, { kind: 'item_back', facts: { itemId, title } })
          return uids.length
        })
        notified += taken
      } while (taken === batch)
    },
    (error, { id: itemId }) => log.error({ err: error, itemId }, 'an item that is back was not notified'),
  )
  return notified
}
