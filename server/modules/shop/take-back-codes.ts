import { sql } from 'kysely'
import { authorOf, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { requireItem } from './change-item.ts'
import { lockImports, recordChange } from './item-writes.ts'

/**
 * Removes the codes of an import that nobody bought; what is sold stays its buyer's. Answers how many went. Throws
 * `not_found` for an import that the item had not, and `conflict` where every code of it is sold or gone.
 */
export async function takeBackCodes(
  tx: Tx,
  actor: OperatorActor,
  { item, importId, reason }: { item: string; importId: string; reason: string },
): Promise<{ removed: number }> {
  // As imports do: the item and the codes are locked in one order.
  await lockImports(tx)
  const row = await requireItem(tx, item)
  const { rows: known } = await sql`
    select from shop_item_change where item_id = ${row.id} and changes -> 'codes' ->> 'importId' = ${importId} limit 1`.execute(
    tx,
  )
  if (known.length === 0) throw problem('not_found', { detail: `${row.slug} has no such import.` })
  // One that an order is taking at this moment is waited for, and is its then.
  const { rows } = await sql<{ id: string }>`
    select id from shop_code where import_id = ${importId} and item_id = ${row.id} and order_id is null
    order by id for update`.execute(tx)
  if (rows.length === 0)
    throw problem('conflict', { detail: 'Every code of this import is sold, or was taken back.' })
  const removed = rows.length
  await operate(tx, actor, {
    action: 'shop.take-back-codes',
    target: row.slug,
    after: { codes: removed, importId },
    reason,
  })
  await sql`delete from shop_code where id = any (${rows.map(({ id }) => id)}::text[])`.execute(tx)
  await recordChange(tx, row.id, {
    author: authorOf(actor),
    reason,
    changes: { codes: { removed, takenBack: importId } },
  })
  return { removed }
}
