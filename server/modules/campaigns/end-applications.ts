import { sql } from 'kysely'
import type { Logger } from 'pino'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { eachOrThrow } from '#server/platform/each-by-itself.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { campaignFacts } from './campaign-facts.ts'
import { lockCampaign } from './campaign-queries.ts'
import { leftAt } from './enrolment-queries.ts'

/**
 * Ends the applications that wait for a campaign that is over, which nobody can approve any more. They are left, as if
 * withdrawn, since nobody declined them, and each member is notified once. The campaign is locked by the caller.
 */
export async function endApplications(tx: Tx, campaignId: string): Promise<number> {
  const { rows } = await sql<{ uid: string }>`
    update enrolment e set state = 'left', left_at = ${leftAt(sql`crels_now()`)}
    where campaign_id = ${campaignId} and state = 'applied' returning uid`.execute(tx)
  if (rows.length === 0) return 0
  const facts = await campaignFacts(tx, campaignId)
  const uids = rows.map(({ uid }) => uid)
  await notifyMembers(tx, uids, { kind: 'application_ended', facts })
  return rows.length
}

/**
 * The same for all campaigns that time ended, and for what waited before applications ended so. One that fails is logged,
 * tried again at the next run, and thrown at the end.
 */
export async function endApplicationsOfEnded(db: Db, { log }: { log: Logger }): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from campaign where state in ('ended', 'archived') and applicants > 0 order by id`.execute(db)
  let ended = 0
  await eachOrThrow(
    rows,
    async ({ id }) => {
      ended += await inTransaction(db, async (tx) => {
        await lockCampaign(tx, id)
        return await endApplications(tx, id)
      })
    },
    (error, { id: campaignId }) => log.error({ err: error, campaignId }, 'applications not ended'),
  )
  return ended
}
