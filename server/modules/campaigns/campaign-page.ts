import type { Campaign, CampaignCard, PublicCampaign } from '#contracts/campaigns.responses.ts'
import { joinChecklist } from '#rules/enrolment-state.ts'
import { memberProfile } from '#server/modules/accounts/public.ts'
import { linksOfEnrolments } from '#server/modules/links/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { publicCard } from './campaign-card.ts'
import { campaignNow, campaignsNow, isShown, type CampaignNow } from './campaign-now.ts'
import { findCampaign, termsOf, type CampaignRow } from './campaign-queries.ts'
import { enrolmentsIn, findEnrolment } from './enrolment-queries.ts'
import { enrolmentCard } from './enrolment-view.ts'
import { joinFacts } from './join-facts.ts'

/** Where short links begin, and the moment something is looked at. */
export interface ViewedAt {
  publicOrigin: string
  now: Date
}

/** A campaign as a visitor sees it at `now`. Throws `not_found`, also for a draft and an archived one. */
export async function getPublicCampaign(db: Db, id: string, now: Date): Promise<PublicCampaign> {
  return await detailOf(db, await shownCampaign(db, id, now), now)
}

/** A campaign as a member sees it: with their enrolment and what joining still needs of them. */
export async function getCampaign(
  db: Db,
  actor: Pick<MemberActor, 'uid' | 'emailVerified'>,
  id: string,
  { publicOrigin, now }: ViewedAt,
): Promise<Campaign> {
  const campaign = await shownCampaign(db, id, now)
  const enrolment = await findEnrolment(db, actor.uid, id)
  const link = enrolment && (await linksOfEnrolments(db, [enrolment.id])).get(enrolment.id)
  const profile = await memberProfile(db, actor.uid)
  const requirements = joinChecklist(
    joinFacts(campaign, profile, enrolment, actor.emailVerified),
    now.getTime(),
  )
  return {
    ...(await detailOf(db, campaign, now)),
    enrolment: enrolment ? enrolmentCard(enrolment, link, publicOrigin) : null,
    requirements,
    canJoin: requirements.every(({ ok }) => ok),
  }
}

/** Cards of campaigns as a member sees them, in the order given. */
export async function campaignCards(
  db: Db,
  actor: Pick<MemberActor, 'uid'>,
  rows: CampaignRow[],
  { publicOrigin, now }: ViewedAt,
): Promise<CampaignCard[]> {
  const campaigns = await campaignsNow(db, rows, now)
  const enrolments = await enrolmentsIn(
    db,
    actor.uid,
    rows.map((row) => row.id),
  )
  const links = await linksOfEnrolments(
    db,
    [...enrolments.values()].map((enrolment) => enrolment.id),
  )
  return campaigns.map((campaign) => {
    const enrolment = enrolments.get(campaign.id)
    return {
      ...publicCard(campaign, now),
      enrolment: enrolment ? enrolmentCard(enrolment, links.get(enrolment.id), publicOrigin) : null,
    }
  })
}

async function shownCampaign(db: Db, id: string, now: Date): Promise<CampaignNow> {
  const row = await findCampaign(db, id)
  if (!row || !isShown(row)) throw problem('not_found')
  return await campaignNow(db, row, now)
}

async function detailOf(db: Db, campaign: CampaignNow, now: Date): Promise<PublicCampaign> {
  return {
    ...publicCard(campaign, now),
    terms: await termsOf(db, campaign.id, campaign.termsVersion),
    termsVersion: campaign.termsVersion,
    destinationHost: new URL(campaign.destinationUrl).host,
    perMemberCapCrels: campaign.perMemberCapCrels,
  }
}
