import type { BrandCard, CampaignCard } from '#contracts/campaigns.schemas.ts'
import { filesPrefix } from '#server/platform/files/stored-files.ts'
import { isNewCampaign } from '#rules/campaign-ranking.ts'
import type { CampaignNow } from './campaign-now.ts'
import { categoryIn } from './category-texts.ts'
import type { CampaignRow } from './campaign-queries.ts'
import { rewardOf } from './reward-columns.ts'

/** What everyone sees of a campaign in a list. */
export type PublicCard = Omit<CampaignCard, 'enrolment' | 'earningsPer100ClicksCrels'>

/** A campaign's card as of `now`. */
export function publicCard(campaign: CampaignNow, now: Date): PublicCard {
  const { id, title, summary, publicTitle, state, approval, holdDays, cookieDays, members, memberLimit } =
    campaign
  return {
    id,
    title,
    summary,
    publicTitle,
    brand: brandCard(campaign),
    category: categoryIn({
      slug: campaign.categorySlug,
      name: campaign.categoryName,
      icon: campaign.categoryIcon,
      texts: campaign.categoryTexts,
    }),
    coverURL: campaign.coverUrl,
    state,
    reward: rewardOf(campaign),
    approval,
    holdDays,
    cookieDays,
    budgetLeftCrels: campaign.budgetLeftCrels,
    budgetLeftPercent: percentLeft(campaign),
    members,
    memberLimit,
    countries: campaign.countries,
    requiredChannels: campaign.requiredChannels,
    joiningBonusPoints: campaign.joiningBonusPoints,
    startsAt: campaign.startsAt.toISOString(),
    endsAt: campaign.endsAt?.toISOString() ?? null,
    isNew: isNewCampaign(campaign.startsAt.getTime(), now.getTime()),
  }
}

/** The brand of a campaign in short. */
export function brandCard(
  row: Pick<CampaignRow, 'brandId' | 'brandSlug' | 'brandName' | 'colorBase' | 'colorGlow' | 'logoKey'>,
): BrandCard {
  const { brandId: id, brandSlug: slug, brandName: name, colorBase: base, colorGlow: glow, logoKey } = row
  return { id, slug, name, colors: { base, glow }, logoURL: logoKey && filesPrefix + logoKey }
}

function percentLeft({ budgetLeftCrels, budgetCrels }: CampaignNow): number {
  if (budgetCrels === 0) return 0
  return Math.min(100, Number((BigInt(budgetLeftCrels) * 100n) / BigInt(budgetCrels)))
}
