import { sql } from 'kysely'
import type { Campaign, CampaignCard } from '#contracts/campaigns.schemas.ts'
import { effectiveState } from '#rules/campaign-state.ts'
import { JOIN_CHECKS } from '#rules/enrolment-state.ts'
import type { NewCampaign } from '#contracts/campaign-file.schemas.ts'
import type { Db } from '#server/platform/database.ts'
import { publicCard } from './campaign-card.ts'
import { campaignFacts, type CampaignNow } from './campaign-now.ts'
import type { CampaignRow } from './campaign-queries.ts'
import { invalid, unknown } from './invalid-campaign.ts'
import { captionsOf, publicDescriptionOf } from './public-texts.ts'
import { rewardColumns } from './reward-columns.ts'

/** What stands where a campaign has its id; nothing is found by it. */
export const draftId = `cmp_${'0'.repeat(32)}`

type BrandColumns = Pick<
  CampaignRow,
  | 'brandId'
  | 'brandSlug'
  | 'brandName'
  | 'brandTagline'
  | 'colorBase'
  | 'colorGlow'
  | 'logoKey'
  | 'categorySlug'
  | 'categoryName'
  | 'categoryIcon'
  | 'categoryTexts'
>

/**
 * A campaign that is not made yet as a member would see it who may join: its card in a list, and its page. Nothing is
 * written. Throws `validation_failed` for an unknown brand or category and for a destination that is no address.
 */
export async function draftAsSeen(
  db: Db,
  { draft, budgetCrels }: { draft: NewCampaign; budgetCrels: number },
  now: Date,
): Promise<{ card: CampaignCard; page: Campaign }> {
  const { brand, category, slug: _, reward, startsAt, endsAt, ...offer } = draft
  if (!URL.canParse(offer.destinationUrl)) throw invalid('destinationUrl', 'Is no address')
  const { rows } = await sql<BrandColumns>`
    select b.id as "brandId", b.slug as "brandSlug", b.name as "brandName", b.tagline as "brandTagline",
           b.color_base as "colorBase", b.color_glow as "colorGlow", b.logo_key as "logoKey",
           g.slug as "categorySlug", g.name as "categoryName", g.icon as "categoryIcon", g.texts as "categoryTexts"
    from brand b left join category g on g.slug = ${category} and not g.is_retired where b.slug = ${brand}`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw unknown('brand', brand)
  if (!found.categorySlug) throw unknown('category', category)
  const row: CampaignRow = {
    ...offer,
    ...found,
    ...rewardColumns(reward),
    id: draftId,
    termsVersion: 1,
    leastRewardCrels: 1,
    budgetCrels,
    members: 0,
    applicants: 0,
    state: 'scheduled',
    startsAt: startsAt === null ? now : new Date(startsAt),
    endsAt: endsAt === null ? null : new Date(endsAt),
    popularity: 0,
    brandActive: true,
  }
  // Without a budget it is shown as it looks once it has one.
  const state = effectiveState(campaignFacts(row, Math.max(1, budgetCrels)), now.getTime())
  const campaign: CampaignNow = { ...row, state, writtenState: state, budgetLeftCrels: budgetCrels }
  const card = { ...publicCard(campaign, now), enrolment: null, earningsPer100ClicksCrels: null }
  const trust = {
    approvalPercent: null,
    validationHours: null,
    earningsPerClickMillicrels: null,
    reversedPercent: null,
    countedAt: null,
  }
  return {
    card,
    page: {
      ...card,
      terms: offer.terms,
      termsVersion: 1,
      publicDescription: publicDescriptionOf(campaign),
      captions: captionsOf(campaign),
      destinationHost: new URL(offer.destinationUrl).host,
      perMemberCapCrels: offer.perMemberCapCrels,
      trust,
      requirements: JOIN_CHECKS.map((key) => ({ key, ok: true })),
      isBrandSuspended: false,
      bonusDuePoints: campaign.joiningBonusPoints,
      canJoin: true,
    },
  }
}
