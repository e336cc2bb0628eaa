import { enrolmentStateAfter } from '#rules/enrolment-state.ts'
import { stopEnrolmentLinks } from '#server/modules/shortlinks/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { lockCampaign } from './campaign-queries.ts'
import { findEnrolment, writeLeaving, type EnrolmentRow } from './enrolment-queries.ts'

/**
 * A member leaves a campaign or withdraws an application; its links stop, what was earned stays. Throws
 * `not_enrolled` for one who is not in it, also for a second time.
 */
export async function leaveCampaign(
  tx: Tx,
  actor: Pick<MemberActor, 'uid'>,
  input: { campaignId: string },
): Promise<EnrolmentRow> {
  if (!(await lockCampaign(tx, input.campaignId))) throw problem('not_enrolled')
  const enrolment = await findEnrolment(tx, actor.uid, input.campaignId)
  if (!enrolment || !enrolmentStateAfter(enrolment.state, 'leave')) throw problem('not_enrolled')
  const left = await writeLeaving(tx, enrolment.id, await databaseNow(tx))
  await stopEnrolmentLinks(tx, enrolment.id)
  return left
}
