import { joinChecklist, reapplyAt, stateOnJoining, type JoinCheck } from '#rules/enrolment-state.ts'
import { m } from '#messages'
import { memberProfile, requireGoodStanding, requireStaying } from '#server/modules/accounts/public.ts'
import { setEnrolmentPaysClicks } from '#server/modules/shortlinks/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem, type Problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import { activateEnrolment } from './activate-enrolment.ts'
import { campaignNow, isShown, type CampaignNow } from './campaign-now.ts'
import { lockCampaign } from './campaign-queries.ts'
import { findEnrolment, writeAgreement, writeJoining, type EnrolmentRow } from './enrolment-queries.ts'
import { joinFacts } from './join-facts.ts'
import { offeredBonus } from './joining-bonus.ts'

export interface JoinInput {
  campaignId: string
  /** The terms the member read; none claims the current ones. */
  termsVersion?: number
  /** What an applicant says to the brand. */
  message?: string
}

export interface Joined {
  enrolment: EnrolmentRow
  /** False when the member was in, or had applied, before. */
  isNew: boolean
  /** What joining paid now. */
  grantedPoints: number
}

/**
 * A member joins a campaign, or applies where the brand approves: reward, terms, hold, cookie and joining bonus are kept as
 * they are now. Everyone who joins the same campaign waits in line for its row, so that the limit of members holds. Who left
 * or was declined takes up the same enrolment again; who is in it and names newer terms agrees to them.
 */
export async function joinCampaign(
  tx: Tx,
  actor: Pick<MemberActor, 'uid' | 'party' | 'emailVerified'>,
  input: JoinInput,
): Promise<Joined> {
  await requireStaying(tx, actor.uid)
  const locked = await lockCampaign(tx, input.campaignId)
  if (!locked) throw problem('not_found')
  const now = await databaseNow(tx)
  const campaign = await campaignNow(tx, locked, now)
  if (!isShown(campaign)) throw problem('not_found')
  const before = await findEnrolment(tx, actor.uid, campaign.id)
  if (before?.state === 'active' || before?.state === 'applied')
    return {
      enrolment: await agreed(tx, before, campaign, input.termsVersion),
      isNew: false,
      grantedPoints: 0,
    }

  const profile = await memberProfile(tx, actor.uid)
  // Joining may pay a bonus: what this process knows of the account may be seconds old.
  if (profile) requireGoodStanding(profile)
  const checklist = joinChecklist(joinFacts(campaign, profile, before, actor.emailVerified), now.getTime())
  const missing = checklist.filter(({ ok }) => !ok).map(({ key }) => key)
  if (missing.length > 0) throw refusal(missing, campaign, before)
  if (input.termsVersion !== undefined && input.termsVersion !== campaign.termsVersion)
    throw problem('terms_changed', { members: { termsVersion: campaign.termsVersion } })

  const joining = {
    id: before?.id ?? newId('enrolment'),
    uid: actor.uid,
    party: actor.party,
    state: stateOnJoining(campaign.approval) as 'applied' | 'active',
    message: input.message || null,
    bonusPoints: await offeredBonus(tx, actor.uid, campaign),
    at: now,
  }
  const enrolment = await writeJoining(tx, joining, campaign)
  const grantedPoints = enrolment.state === 'active' ? await activateEnrolment(tx, enrolment, campaign) : 0
  return { enrolment, isNew: true, grantedPoints }
}

/** Who is in it and names the current terms, newer than those agreed to, agrees to them and to what is offered now. */
async function agreed(
  tx: Tx,
  before: EnrolmentRow,
  campaign: CampaignNow,
  named: number | undefined,
): Promise<EnrolmentRow> {
  if (named === undefined || named === before.termsVersion) return before
  if (named !== campaign.termsVersion)
    throw problem('terms_changed', { members: { termsVersion: campaign.termsVersion } })
  const enrolment = await writeAgreement(tx, before.id, campaign, await databaseNow(tx))
  await setEnrolmentPaysClicks(tx, enrolment.id, enrolment.clickMillicrels !== null)
  return enrolment
}

/** Why a member cannot join: the first of these, with all that is missing from the member's side. */
function refusal(missing: JoinCheck[], campaign: CampaignNow, before: EnrolmentRow | undefined): Problem {
  if (missing.includes('email_verified')) return problem('email_not_verified')
  if (missing.includes('not_enrolled') && before) return refusedBefore(before)
  if (missing.includes('campaign_open'))
    return problem('campaign_not_open', { members: { state: campaign.state } })
  if (missing.includes('places_left')) return problem('campaign_full')
  return problem('requirements_not_met', {
    detail: missing.includes('country_allowed')
      ? m.server_join_country_not_allowed()
      : m.server_join_channel_missing(),
    members: { requirements: missing },
  })
}

function refusedBefore({ state, decidedAt, reason }: EnrolmentRow): Problem {
  if (state === 'removed')
    return problem('application_declined', {
      detail: m.server_join_removed(),
      members: { reason, reapplyAt: null },
    })
  const at = new Date(reapplyAt(decidedAt!.getTime())).toISOString()
  return problem('application_declined', { members: { reason, reapplyAt: at } })
}
