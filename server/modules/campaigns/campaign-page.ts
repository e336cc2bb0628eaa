import type { Campaign, CampaignCard, PublicCampaign } from '#contracts/campaigns.schemas.ts'
import { crelsPer100Clicks, type Trust } from '#rules/campaign-trust.ts'
import { joinChecklist } from '#rules/enrolment-state.ts'
import { memberProfile } from '#server/modules/accounts/public.ts'
import { linksOfEnrolments } from '#server/modules/shortlinks/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { publicCard } from './campaign-card.ts'
import {
  campaignNow,
  isKnownToMembers,
  isShown,
  stateForMembers,
  withStanding,
  type CampaignNow,
} from './campaign-now.ts'
import { findCampaign, termsOf, type CampaignRow } from './campaign-queries.ts'
import { captionsOf, publicDescriptionOf } from './public-texts.ts'
import { findEnrolment, type EnrolmentInShort, type EnrolmentJson } from './enrolment-queries.ts'
import { enrolmentCard } from './enrolment-view.ts'
import { joinFacts } from './join-facts.ts'
import { dueBonus } from './joining-bonus.ts'
import type { ListedCampaign } from './list-campaigns.ts'

/** What campaigns brought so far; the conversions module counts it. */
export interface CampaignResults {
  /** How far a campaign can be trusted. */
  trustOf: (db: Db, campaignId: string) => Promise<Trust & { countedAt: Date | null }>
  /** What 100 countable clicks brought, by campaign; absent where too little is known. */
  earningsPer100Clicks: (db: ReadDb, campaignIds: string[]) => Promise<Map<string, number>>
}

type TrustOf = CampaignResults['trustOf']

/** Where short links begin, and the moment something is looked at. */
export interface ViewedAt {
  publicOrigin: string
  now: Date
}

/** A campaign as a visitor sees it at `now`. Throws `not_found`, also for a draft and an archived one. */
export async function getPublicCampaign(
  db: Db,
  id: string,
  { now, trustOf }: { now: Date; trustOf: TrustOf },
): Promise<PublicCampaign> {
  return await detailOf(db, await knownCampaign(db, id, now, isShown), { now, trustOf })
}

/**
 * A campaign as a member sees it: with their enrolment and what joining still needs of them. Who has an enrolment sees an
 * archived one and a suspended brand's too: it is where they leave it, and where mails and the wallet lead.
 */
export async function getCampaign(
  db: Db,
  actor: Pick<MemberActor, 'uid' | 'emailVerified'>,
  id: string,
  { publicOrigin, now, trustOf }: ViewedAt & { trustOf: TrustOf },
): Promise<Campaign> {
  const enrolment = await findEnrolment(db, actor.uid, id)
  const found = await knownCampaign(db, id, now, enrolment ? isKnownToMembers : isShown)
  const campaign = { ...found, state: stateForMembers(found) }
  const link = enrolment && (await linksOfEnrolments(db, [enrolment.id])).get(enrolment.id)
  const profile = await memberProfile(db, actor.uid)
  const requirements = joinChecklist(
    joinFacts(campaign, profile, enrolment, actor.emailVerified),
    now.getTime(),
  )
  const detail = await detailOf(db, campaign, { now, trustOf })
  return {
    ...detail,
    earningsPer100ClicksCrels: crelsPer100Clicks(detail.trust),
    enrolment: enrolment ? enrolmentCard(enrolment, link, publicOrigin) : null,
    isBrandSuspended: !campaign.brandActive,
    bonusDuePoints: await dueBonus(db, actor.uid, campaign, enrolment),
    requirements,
    canJoin: requirements.every(({ ok }) => ok),
  }
}

/** The card of a campaign that was listed for a member. */
export function campaignCard(
  row: ListedCampaign,
  { publicOrigin, now, per100Clicks }: ViewedAt & { per100Clicks: ReadonlyMap<string, number> },
): CampaignCard {
  const { enrolment } = row
  return {
    ...publicCard(withStanding(row, now), now),
    earningsPer100ClicksCrels: per100Clicks.get(row.id) ?? null,
    enrolment: enrolment ? enrolmentCard(withDates(enrolment), enrolment.link, publicOrigin) : null,
  }
}

function withDates({ decidedAt, leftAt, ...enrolment }: EnrolmentJson): EnrolmentInShort {
  const date = (text: string | null) => (text === null ? null : new Date(text))
  return { ...enrolment, decidedAt: date(decidedAt), leftAt: date(leftAt) }
}

async function knownCampaign(
  db: Db,
  id: string,
  now: Date,
  isKnown: (row: CampaignRow) => boolean,
): Promise<CampaignNow> {
  const row = await findCampaign(db, id)
  if (!row || !isKnown(row)) throw problem('not_found')
  return await campaignNow(db, row, now)
}

async function detailOf(
  db: Db,
  campaign: CampaignNow,
  { now, trustOf }: { now: Date; trustOf: TrustOf },
): Promise<PublicCampaign> {
  const { countedAt, ...trust } = await trustOf(db, campaign.id)
  return {
    ...publicCard(campaign, now),
    terms: await termsOf(db, campaign.id, campaign.termsVersion),
    termsVersion: campaign.termsVersion,
    publicDescription: publicDescriptionOf(campaign),
    captions: captionsOf(campaign),
    destinationHost: new URL(campaign.destinationUrl).host,
    perMemberCapCrels: campaign.perMemberCapCrels,
    trust: { ...trust, countedAt: countedAt?.toISOString() ?? null },
  }
}
