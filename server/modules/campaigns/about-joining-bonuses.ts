import { sql } from 'kysely'
import type { AboutPoints } from '#contracts/points.schemas.ts'
import type { Db } from '#server/platform/database.ts'

/** Which campaign the joining bonus of a transaction was for, by the transaction's id. */
export async function aboutJoiningBonuses(
  db: Db,
  transactionIds: string[],
): Promise<Map<string, AboutPoints>> {
  const { rows } = await sql<{ id: string; campaignId: string; title: string }>`
    select w.txn_id as id, c.id as "campaignId", c.title
    from award w join enrolment e on e.id = w.period join campaign c on c.id = e.campaign_id
    where w.txn_id = any (${transactionIds}) and w.program = 'joining-bonus'`.execute(db)
  return new Map(rows.map(({ id, ...campaign }) => [id, { type: 'campaign', ...campaign }]))
}
