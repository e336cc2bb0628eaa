import { sql } from 'kysely'
import type { DisablingPreview } from '#contracts/pending-acts.schemas.ts'
import { countKeysOf, countProposalsOf, requireOperator } from '#server/modules/operators/public.ts'
import type { Db } from '#server/platform/database.ts'

/** What disabling an operator ends, and what it leaves with them until somebody takes it over. Throws `not_found`. */
export async function previewDisabling(db: Db, { id }: { id: string }): Promise<DisablingPreview> {
  await requireOperator(db, id)
  const { rows } = await sql<Pick<DisablingPreview, 'requests' | 'orders' | 'deletions'>>`
    select
      (select count(*)::int from support_request where assigned_to = ${id} and state = 'open') as requests,
      (select count(*)::int from shop_order where assigned_to = ${id} and state = 'placed') as orders,
      (select count(*)::int from deletion where assigned_to = ${id}) as deletions`.execute(db)
  return {
    proposals: await countProposalsOf(db, id),
    keys: await countKeysOf(db, id),
    ...rows[0]!,
  }
}
