import { sql } from 'kysely'
import { lockRewards } from '#server/modules/points/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { cancel } from './cancel-order.ts'
import { lockOrder, placedOrdersOf } from './order-queries.ts'

/**
 * What stays of orders when a member leaves: that they were, under the party. What waits to be sent is cancelled, so its
 * pieces return; addresses, where parcels can be followed, codes, and why one was cancelled are erased, and no notice is
 * sent any more.
 */
export function shopErasure(db: Db): MemberErasure {
  return {
    name: 'shop',
    erase: async ({ uid, party }) => {
      for (const id of await placedOrdersOf(db, party))
        await inTransaction(db, async (tx) => {
          await lockRewards(tx, party)
          const row = await lockOrder(tx, id)
          if (row?.state === 'placed')
            await cancel(tx, row, { cancelledBy: 'deletion', author: 'member', reason: null })
        })
      await sql`
        update shop_order set address = null, tracking_url = null, reason = null
        where party = ${party} and num_nonnulls(address, tracking_url, reason) > 0`.execute(db)
      await sql`
        update shop_order_event set reason = null where party = ${party} and reason is not null`.execute(db)
      await sql`
        update shop_code set code = null
        where code is not null and order_id in (select id from shop_order where party = ${party})`.execute(db)
      await sql`delete from shop_interest where uid = ${uid}`.execute(db)
    },
  }
}
