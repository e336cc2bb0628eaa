import { sql } from 'kysely'
import type { RestoredAnswer } from '#contracts/operator-shop.constants.ts'
import { authorOf, operate, requireOwnAgain, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { requireItem } from './change-item.ts'
import { lockImports, recordChange } from './item-writes.ts'

/** An item with codes that were unsold in a restored backup, and that nobody has looked at. */
export interface RestoredPool {
  slug: string
  title: string
  codes: number
}

/** Items whose codes wait for a look since a restore, by their slug. */
export async function restoredPools(db: Db): Promise<RestoredPool[]> {
  const { rows } = await sql<RestoredPool>`
    select i.slug, i.title, count(*) as codes from shop_code c join shop_item i on i.id = c.item_id
    where c.restoration_id is not null group by i.id order by i.slug`.execute(db)
  return rows
}

/**
 * Says of the codes of an item that were unsold in a restored backup that nobody has had them, so that they are sold
 * again, or removes them: what is removed can be imported again. The same operator's answer once more changes nothing.
 * Throws `not_found`, and `conflict` where none of its codes waits for a look.
 */
export async function answerRestoredCodes(
  tx: Tx,
  actor: OperatorActor,
  { item, answer, reason }: { item: string; answer: RestoredAnswer; reason: string },
): Promise<{ slug: string; codes: number }> {
  // As imports do: the item and the codes are locked in one order.
  await lockImports(tx)
  const { id, slug } = await requireItem(tx, item)
  const { rows } = await sql<{ id: string }>`
    select id from shop_code where item_id = ${id} and restoration_id is not null order by id for update`.execute(
    tx,
  )
  const act = { action: 'restore.codes', target: slug, after: { answer }, reason } as const
  const codes = rows.length
  if (codes === 0) {
    const detail = `No code of ${slug} waits for a look since a restore.`
    await requireOwnAgain(tx, actor, { ...act, actions: [act.action], detail })
    return { slug, codes }
  }
  await operate(tx, actor, { ...act, before: { codes } })
  const ids = sql`id = any (${rows.map((row) => row.id)}::text[])`
  if (answer === 'use') await sql`update shop_code set restoration_id = null where ${ids}`.execute(tx)
  else await sql`delete from shop_code where ${ids}`.execute(tx)
  await recordChange(tx, id, {
    author: authorOf(actor),
    reason,
    changes: { codes: answer === 'use' ? { added: codes } : { removed: codes } },
  })
  return { slug, codes }
}
