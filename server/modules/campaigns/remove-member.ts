import { enrolmentStateAfter } from '#rules/enrolment-state.ts'
import { stopEnrolmentLinks } from '#server/modules/shortlinks/public.ts'
import {
  operate,
  requireOwnAgain,
  memberWithReason,
  type ActMember,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { lockCampaign } from './campaign-queries.ts'
import { enrolmentById, writeRemoval, type EnrolmentRow } from './enrolment-queries.ts'
import { campaignFacts } from './campaign-facts.ts'

/**
 * An operator, for the brand, removes a member from a campaign, for a reason they are mailed; their links stop, what was
 * earned stays, and they do not come back unless an operator lets them (`letBackIn`). By the same operator for the same
 * reason again it changes nothing. Throws `not_found`, and `conflict` for one who is not in it.
 */
export async function removeMember(
  tx: Tx,
  actor: OperatorActor,
  input: { enrolmentId: string; reason: string },
  { secret }: Pick<ActMember, 'secret'>,
): Promise<EnrolmentRow> {
  const campaignId = (await enrolmentById(tx, input.enrolmentId))?.campaignId
  if (!campaignId || !(await lockCampaign(tx, campaignId)))
    throw problem('not_found', { detail: `There is no enrolment ${input.enrolmentId}.` })
  // Read again under the lock: the member may have left meanwhile.
  const found = (await enrolmentById(tx, input.enrolmentId))!
  const { id, uid, state } = found
  const act = { action: 'campaign.remove', target: id } as const
  const next = enrolmentStateAfter(state, 'remove')
  if (!next) {
    const isSame = state === 'removed' && found.reason === input.reason
    const detail = `This enrolment is ${state}; only a member can be removed.`
    await requireOwnAgain(tx, actor, { ...act, isSame, detail })
    return found
  }
  await operate(tx, actor, {
    ...act,
    before: { state },
    after: { state: next },
    // The enrolment has it until they are let back in.
    member: memberWithReason(uid, input.reason, secret),
  })
  const removed = await writeRemoval(tx, { id, reason: input.reason, at: await databaseNow(tx) })
  await stopEnrolmentLinks(tx, id)
  const facts = { ...(await campaignFacts(tx, campaignId)), reason: input.reason }
  await notifyMembers(tx, [uid], { kind: 'removed', facts })
  return removed
}
