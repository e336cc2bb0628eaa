import { m } from '#messages'
import { shareProgram } from './settle-share.ts'
import type { Reward } from '#server/modules/points/public.ts'
import type { Rewards } from '#contracts/gamification.schemas.ts'
import { campaignTitles } from '#server/modules/campaigns/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { endedSharesOf, openSharesOf } from './share-queries.ts'
import { shareViews, type ShareDeps } from './share-view.ts'

/** The newest shares that `/rewards` names one by one; `/social-share` has them all. */
const listedMax = 20

type CampaignName = NonNullable<Rewards['pending'][number]['campaign']>

/** Points for sharing a campaign. */
export const shareReward = {
  programs: [shareProgram],
  pending: pendingShares,
  missed: missedShares,
  describe: async (db, grants) => {
    // The period of a share is its day, network and campaign.
    const campaignOf = ({ period }: { period: string }) => period.split('.')[2]!
    const titles = await campaignTitles(db, [...new Set(grants.map(campaignOf))])
    return new Map(
      grants.flatMap((grant) => {
        const campaign = titles.get(campaignOf(grant))
        if (!campaign) return []
        const { id: campaignId, title, brand } = campaign
        return [[grant.transactionId, { type: 'campaign', campaignId, title, brand: brand.name }]]
      }),
    )
  },
} satisfies Reward

/** Shares of a member that are not decided, with what each waits for. */
async function pendingShares(
  db: Db,
  { uid }: Pick<MemberActor, 'uid'>,
  deps: ShareDeps,
): Promise<Rewards['pending']> {
  const open = await openSharesOf(db, uid, listedMax)
  const views = await shareViews(db, uid, open, { ...deps, now: await databaseNow(db) })
  return views.map(({ campaign, points, reason, until, closesAt }, index) => ({
    reward: 'social-share',
    points,
    reason: reason ?? 'too_few_clicks',
    // A review waits for its operator, also past the close.
    until: open[index]!.review === 'under_review' ? null : (until ?? closesAt),
    name: campaignText(campaign),
    campaign: nameOf(campaign),
  }))
}

/** Shares of a member that closed unpaid. */
async function missedShares(db: Db, { uid }: Pick<MemberActor, 'uid'>): Promise<Rewards['missed']> {
  const shares = await endedSharesOf(db, uid, listedMax)
  const campaigns = await campaignTitles(
    db,
    shares.map(({ campaignId }) => campaignId),
  )
  return shares.map(({ campaignId, reason, decidedAt }) => {
    const campaign = campaigns.get(campaignId)
    return {
      reward: 'social-share',
      reason: reason!,
      at: decidedAt!.toISOString(),
      name: campaign ? campaignText(campaign) : null,
      ...(campaign && { campaign: nameOf(campaign) }),
      month: null,
    }
  })
}

/** Without what else is known of it. */
function nameOf({ id, title, brand }: CampaignName): CampaignName {
  return { id, title, brand }
}

function campaignText({ title, brand }: CampaignName): string {
  return m.common_campaign_named({ brand: brand.name, offer: title })
}
