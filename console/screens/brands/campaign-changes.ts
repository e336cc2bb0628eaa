import type { CampaignChanges } from '#contracts/campaign-file.schemas.ts'
import type { CampaignOffer } from '#contracts/operator-campaigns.schemas.ts'
import { campaignOf, draftOf, hostOf, type CampaignDraft } from './campaign-draft.ts'

/** The fields of an offer that a draft has otherwise. */
export function changesOf(
  offer: CampaignOffer,
  draft: CampaignDraft,
  brand: string,
): Partial<CampaignChanges> {
  const before = campaignOf(draftOf(offer, brand)) as unknown as Record<string, unknown>
  const after = campaignOf(draft) as unknown as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) => field !== 'brand' && JSON.stringify(value) !== JSON.stringify(before[field]),
    ),
  ) as Partial<CampaignChanges>
}

/** What makes an offer again what it was before it became what it is after. */
export function changesBack(before: CampaignOffer, after: CampaignOffer): Partial<CampaignChanges> {
  const was = {
    ...before,
    // The host of the destination is one by itself.
    allowedHosts: before.allowedHosts.filter((host) => host !== hostOf(before.destinationUrl)),
  }
  return Object.fromEntries(
    fieldsThatDiffer(before, after).map((field) => [field, was[field]]),
  ) as Partial<CampaignChanges>
}

function fieldsThatDiffer(before: CampaignOffer, after: CampaignOffer): (keyof CampaignOffer)[] {
  return (Object.keys(after) as (keyof CampaignOffer)[]).filter(
    (field) => !isSame(before[field], after[field]),
  )
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** An offer before a save and after it. */
export interface SavedOffer {
  before: CampaignOffer
  after: CampaignOffer
}

/**
 * What takes back all saves of one edit, where one of them was refused and sent again: each field as it was before the
 * first of them. What another operator made of a field in between stays theirs.
 */
export function changesBackOf(saves: readonly SavedOffer[]): Partial<CampaignChanges> {
  const { after } = saves.at(-1)!
  const first = { ...after }
  for (const save of saves.toReversed())
    for (const field of fieldsThatDiffer(save.before, save.after))
      if (isSame(save.after[field], first[field])) Object.assign(first, { [field]: save.before[field] })
  return changesBack(first, after)
}
