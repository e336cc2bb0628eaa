import { sql } from 'kysely'
import { authorOf, operate, requireOwnAgain, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { requireItem } from './change-item.ts'
import { lockImports, recordChange } from './item-writes.ts'

/**
 * Removes the codes of an import that nobody bought; what is sold stays its buyer's. Answers how many went. Throws
 * `not_found` for an import that the item had not, and `conflict` where every code of it is sold or another took them back;
 * one's own again answers as it did.
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
  const act = { action: 'shop.take-back-codes', target: row.slug, reason } as const
  if (rows.length === 0) {
    const detail = 'Every code of this import is sold, or was taken back.'
    await requireOwnAgain(tx, actor, { ...act, about: { importId }, actions: [act.action], detail })
    return { removed: await countTakenBack(tx, row.id, importId) }
  }
  const removed = rows.length
  await operate(tx, actor, { ...act, after: { codes: removed, importId } })
  await sql`delete from shop_code where id = any (${rows.map(({ id }) => id)}::text[])`.execute(tx)
  await recordChange(tx, row.id, {
    author: authorOf(actor),
    reason,
    changes: { codes: { removed, takenBack: importId } },
  })
  return { removed }
}

async function countTakenBack(tx: Tx, itemId: string, importId: string): Promise<number> {
  const { rows } = await sql<{ codes: number }>`
    select coalesce(sum((changes -> 'codes' ->> 'removed')::int), 0)::int as codes from shop_item_change
    where item_id = ${itemId} and changes -> 'codes' ->> 'takenBack' = ${importId}`.execute(tx)
  return rows[0]!.codes
}
