import { enrolmentStateAfter } from '#rules/enrolment-state.ts'
import { stopEnrolmentLinks } from '#server/modules/shortlinks/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { lockCampaign } from './campaign-queries.ts'
import { enrolmentById, writeRemoval, type EnrolmentRow } from './enrolment-queries.ts'
import { campaignFacts } from './campaign-facts.ts'

/**
 * The brand removes a member from a campaign, for a reason they are mailed; their links stop, what was earned stays,
 * and they do not come back. Throws `not_found`, and `conflict` for one who is not in it.
 */
export async function removeMember(
  tx: Tx,
  input: { enrolmentId: string; reason: string },
): Promise<EnrolmentRow> {
  const campaignId = (await enrolmentById(tx, input.enrolmentId))?.campaignId
  if (!campaignId || !(await lockCampaign(tx, campaignId)))
    throw problem('not_found', { detail: `There is no enrolment ${input.enrolmentId}.` })
  // Read again under the lock: the member may have left meanwhile.
  const { id, uid, state } = (await enrolmentById(tx, input.enrolmentId))!
  if (!enrolmentStateAfter(state, 'remove'))
    throw problem('conflict', { detail: `This enrolment is ${state}; only a member can be removed.` })
  const removed = await writeRemoval(tx, { id, reason: input.reason, at: await databaseNow(tx) })
  await stopEnrolmentLinks(tx, id)
  const facts = { ...(await campaignFacts(tx, campaignId)), reason: input.reason }
  await notifyMembers(tx, [uid], { kind: 'removed', facts })
  return removed
}
