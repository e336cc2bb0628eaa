import { m } from '#console-messages'
import type { CampaignChanges } from '#contracts/campaign-file.schemas.ts'
import type { CampaignOffer } from '#contracts/operator-campaigns.schemas.ts'
import { pointsText } from './bonus-cost.tsx'
import { agreedFields } from './campaign-offer.tsx'
import { tightened } from './tightened.ts'

/** What taking changes of an offer back does not bring back; null where it brings back all. */
export function campaignRemains(before: CampaignOffer, changes: Partial<CampaignChanges>): string | null {
  const { perMemberCapCrels: cap, endsAt } = tightened(before, changes)
  const { joiningBonusPoints: points = 0 } = changes
  const remains = [
    ...(Object.keys(changes).some((field) => agreedFields.has(field as keyof CampaignOffer))
      ? [m.campaigns_undo_remains()]
      : []),
    ...(cap === undefined ? [] : [m.campaigns_undo_remains_cap()]),
    ...(endsAt === undefined ? [] : [m.campaigns_undo_remains_end()]),
    ...(points > 0 ? [m.campaigns_undo_remains_bonus({ points: pointsText(points) })] : []),
  ]
  return remains.length > 0 ? remains.join(' ') : null
}

/** The same once an offer is changed, by what takes it back. */
export function remainsAfter(after: CampaignOffer, back: Partial<CampaignChanges>): string | null {
  const before = { ...after, ...back } as CampaignOffer
  const fields = Object.keys(back) as (keyof CampaignOffer)[]
  const changes = Object.fromEntries(fields.map((field) => [field, after[field]]))
  return campaignRemains(before, changes as Partial<CampaignChanges>)
}
