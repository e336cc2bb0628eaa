import type { ClickLimits } from '#rules/click-review.ts'
import type { SocialShareItem } from '#contracts/shares.schemas.ts'
import { campaignNames } from '#server/modules/campaigns/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { shortUrl } from '#server/modules/shortlinks/public.ts'
import type { Db } from '#server/platform/database.ts'
import { countShareClicks } from './share-clicks.ts'
import type { ShareRow } from './share-queries.ts'

/** What shares need of the settings. */
export interface ShareDeps {
  publicOrigin: string
  /** The limits for their visitors, as for paid clicks. */
  clickLimits: ClickLimits
}

/** Shares as their member sees them, in the order given; a fixed number of queries for any number. */
export async function shareViews(
  db: Db,
  uid: string,
  rows: ShareRow[],
  { publicOrigin, clickLimits, now }: ShareDeps & { now: Date },
): Promise<SocialShareItem[]> {
  if (rows.length === 0) return []
  const { socialShare: settings } = await currentEconomy(db)
  const campaigns = await campaignNames(
    db,
    rows.map(({ campaignId }) => campaignId),
  )
  const visitors = await countShareClicks(db, uid, rows, clickLimits)
  return rows.map((row) => ({
    network: row.network,
    campaign: campaigns.get(row.campaignId)!,
    day: row.day,
    url: shortUrl(publicOrigin, row.code),
    isStopped: row.isStopped,
    state: row.state,
    reason: row.reason,
    clicks: visitors.get(row.linkId)!.clicks,
    alike: visitors.get(row.linkId)!.alike,
    clicksNeeded: settings.uniqueClicks,
    points: row.points ?? settings.points,
    sharedAt: row.sharedAt.toISOString(),
    closesAt: row.closesAt.toISOString(),
    until:
      row.reason === 'day_full' && row.lookAgainAt && row.lookAgainAt > now
        ? row.lookAgainAt.toISOString()
        : null,
    paidAt: row.state === 'paid' ? row.decidedAt!.toISOString() : null,
  }))
}
