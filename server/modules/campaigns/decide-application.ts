import { enrolmentStateAfter } from '#rules/enrolment-state.ts'
import { keepMember } from '#server/modules/accounts/public.ts'
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
import { activateEnrolment } from './activate-enrolment.ts'
import { campaignNow } from './campaign-now.ts'
import { lockCampaign } from './campaign-queries.ts'
import { enrolmentById, writeDecision, type EnrolmentRow } from './enrolment-queries.ts'
import { campaignFacts } from './campaign-facts.ts'
import { standingRefusal } from './let-back-in.ts'

/**
 * An operator, for the brand, approves or declines an application; the approved member has a tracking link at once, and
 * keeps the reward and terms of the day of applying. An operator's own decision again changes nothing. Throws
 * `not_found`, `conflict` when it was decided otherwise or by another, or withdrawn, and for the approval of one who is
 * disabled, and `campaign_not_open` when the campaign is over.
 */
export async function decideApplication(
  tx: Tx,
  actor: OperatorActor,
  input: { enrolmentId: string; approve: boolean; reason?: string },
  { secret }: Pick<ActMember, 'secret'>,
): Promise<EnrolmentRow> {
  const named = await enrolmentById(tx, input.enrolmentId)
  const campaignId = named?.campaignId
  // The member first, as everywhere: approving may pay a bonus, so they are neither disabled nor deleted until this is done.
  const member = named && input.approve ? await keepMember(tx, named.uid) : undefined
  const locked = campaignId && (await lockCampaign(tx, campaignId))
  if (!locked) throw problem('not_found', { detail: `There is no application ${input.enrolmentId}.` })
  const now = await databaseNow(tx)
  const campaign = await campaignNow(tx, locked, now)
  // Read again under the lock: the member may have withdrawn meanwhile.
  const found = (await enrolmentById(tx, input.enrolmentId))!
  const { uid, state } = found
  const reason = input.reason ?? null
  const act = { action: 'campaign.decide', target: found.id } as const
  const next = enrolmentStateAfter(state, input.approve ? 'approve' : 'decline')
  if (!next) {
    const isSame = state === (input.approve ? 'active' : 'declined') && found.reason === reason
    const detail = `This application is ${state}.`
    await requireOwnAgain(tx, actor, { ...act, after: { state }, isSame, detail })
    return found
  }
  const isOver = campaign.state === 'ended' || campaign.state === 'archived'
  if (input.approve && isOver) throw problem('campaign_not_open', { members: { state: campaign.state } })
  const refusal = input.approve ? standingRefusal(member) : null
  if (refusal !== null) throw problem('conflict', { detail: refusal })
  await operate(tx, actor, {
    ...act,
    before: { state },
    after: { state: next },
    // The enrolment has it until they apply again.
    member: memberWithReason(uid, reason, secret),
  })
  const enrolment = await writeDecision(tx, {
    id: input.enrolmentId,
    approved: input.approve,
    reason,
    at: now,
  })
  if (input.approve) await activateEnrolment(tx, enrolment, campaign)
  const decided = { approved: input.approve, reason }
  const facts = { ...(await campaignFacts(tx, campaignId)), ...decided }
  await notifyMembers(tx, [enrolment.uid], { kind: 'application_decided', facts })
  return enrolment
}
