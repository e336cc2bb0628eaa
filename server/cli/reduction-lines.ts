import type { CampaignRecord } from '../modules/campaigns/public.ts'
import type { UnreservedClicks } from '../modules/conversions/public.ts'
import { grouped } from '../platform/shown-amounts.ts'

/** What a reduction of a budget leaves, and for what; no line where the same was taken out before. */
export function reductionLines(
  before: CampaignRecord & { unreserved: UnreservedClicks },
  { replayed, budgetLeftCrels, state }: CampaignRecord & { replayed: boolean },
): string[] {
  if (replayed) return []
  const { underReview, accepted } = before.unreserved
  return [
    `Of the ${grouped(before.budgetLeftCrels)} crels of ${before.title} by ${before.brand} that are neither paid nor reserved, this leaves ${grouped(budgetLeftCrels)}`,
    ...unreservedLine(underReview, 'under review'),
    ...unreservedLine(accepted, 'accepted and not paid yet'),
    ...(budgetLeftCrels < underReview.crels + accepted.crels
      ? ['That does not cover these clicks; any it cannot pay stay unpaid for good']
      : []),
    ...(state === 'exhausted' && before.state !== 'exhausted'
      ? ['That covers no reward: members earn nothing from it until it is topped up']
      : []),
  ]
}

function unreservedLine({ clicks, crels }: UnreservedClicks['accepted'], what: string): string[] {
  if (clicks === 0) return []
  const count = clicks === 1 ? '1 click' : `${grouped(clicks)} clicks`
  return [`Not reserved: ${count} ${what}, worth up to ${grouped(crels)} crels`]
}
