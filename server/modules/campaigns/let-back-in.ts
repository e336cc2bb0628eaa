import { enrolmentStateAfter } from '#rules/enrolment-state.ts'
import { findMember, keepMember, type Member } from '#server/modules/accounts/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import {
  operate,
  requireOwnAgain,
  type ActMember,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import { countLinksToRestart } from '#server/modules/shortlinks/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { startEnrolmentLinks } from './activate-enrolment.ts'
import { campaignFacts } from './campaign-facts.ts'
import { campaignNow, type CampaignNow } from './campaign-now.ts'
import { findCampaign, lockCampaign } from './campaign-queries.ts'
import { enrolmentById, renewSameTerms, writeReturn, type EnrolmentRow } from './enrolment-queries.ts'

/**
 * An operator takes back that a member was removed from a campaign: the enrolment is as it was, with reward and terms of the
 * day of joining, the links that the removal stopped work again, and the member is notified. Nothing is granted, since
 * they never left by themselves. By the same operator again it changes nothing. Throws `not_found`, and `conflict`
 * for one who was not removed, has left, is disabled, or whose campaign is over or full.
 */
export async function letBackIn(
  tx: Tx,
  actor: OperatorActor,
  { enrolmentId, reason }: { enrolmentId: string; reason: string },
  { secret }: Pick<ActMember, 'secret'>,
): Promise<EnrolmentRow> {
  const named = await enrolmentById(tx, enrolmentId)
  // The member first: neither disabled nor deleted until this is done.
  const member = named && (await keepMember(tx, named.uid))
  const locked = named && (await lockCampaign(tx, named.campaignId))
  if (!locked) throw unknown(enrolmentId)
  // Read again under the lock: another operator may have been faster.
  const { id, uid, state } = (await enrolmentById(tx, enrolmentId))!
  const act = { action: 'campaign.let-back-in', target: id } as const
  const next = enrolmentStateAfter(state, 'let-back-in')
  if (!next) {
    const isSame = state === 'active'
    await requireOwnAgain(tx, actor, { ...act, isSame, detail: notRemoved(state) })
    return (await enrolmentById(tx, id))!
  }
  const refusal = refusalOf(await campaignNow(tx, locked, await databaseNow(tx)), member)
  if (refusal !== null) throw problem('conflict', { detail: refusal })
  await operate(tx, actor, {
    ...act,
    before: { state },
    after: { state: next },
    member: { uid, personal: { reason }, secret },
  })
  const links = await countLinksToRestart(tx, id)
  await writeReturn(tx, id)
  await renewSameTerms(tx, locked.id)
  await startEnrolmentLinks(tx, { id, uid }, locked)
  const facts = { ...(await campaignFacts(tx, locked.id)), links }
  await notifyMembers(tx, [uid], { kind: 'let_back_in', facts })
  return (await enrolmentById(tx, id))!
}

/** What letting a member back in touches, before it is done. Throws `not_found`. */
export async function reachOfReturn(
  db: Db,
  enrolmentId: string,
): Promise<{
  /** Links that work again. */
  links: number
  /** Why it cannot be done now, in words; null where it can. */
  refusal: string | null
}> {
  const enrolment = await enrolmentById(db, enrolmentId)
  const campaign = enrolment && (await findCampaign(db, enrolment.campaignId))
  if (!campaign) throw unknown(enrolmentId)
  const { id, uid, state } = enrolment
  if (!enrolmentStateAfter(state, 'let-back-in')) return { links: 0, refusal: notRemoved(state) }
  const now = await campaignNow(db, campaign, await databaseNow(db))
  const refusal = refusalOf(now, await findMember(db, uid))
  return { links: await countLinksToRestart(db, id), refusal }
}

/** Why a member who was removed cannot be let back in. What was asked for joining is not asked again: they were in. */
function refusalOf(
  { state, members, applicants, memberLimit }: CampaignNow,
  member: Member | undefined,
): string | null {
  const standing = standingRefusal(member)
  if (standing !== null) return standing
  if (state === 'ended' || state === 'archived') return `The campaign is ${state}.`
  if (memberLimit !== null && members + applicants >= memberLimit)
    return `The campaign is full: its member limit is ${memberLimit}.`
  return null
}

/** Why a member is put into no campaign, in words for an operator; null where they may be. */
export function standingRefusal(member: Member | undefined): string | null {
  if (!member || member.state === 'deleted') return 'The member has left.'
  return member.state === 'disabled' ? 'The member is disabled: enable them first.' : null
}

function notRemoved(state: EnrolmentRow['state']): string {
  return `This enrolment is ${state}; only a member who was removed can be let back in.`
}

function unknown(enrolmentId: string) {
  return problem('not_found', { detail: `There is no enrolment ${enrolmentId}.` })
}
