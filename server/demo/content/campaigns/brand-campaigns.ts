import type { DemoCampaign } from '../demo-content.ts'

/** What most campaigns share, so that a campaign's data shows only where it differs. */
const usual = {
  holdDays: 30,
  cookieDays: 30,
  countries: [],
  requiredChannels: [],
  approval: 'open',
  intent: 'active',
} as const satisfies Partial<DemoCampaign>

type Usual = keyof typeof usual

/** One campaign as its brand's file writes it: everything but the brand, and the usual values only where they differ. */
export type BrandCampaign = Omit<DemoCampaign, 'brand' | Usual> & Partial<Pick<DemoCampaign, Usual>>

/** Completes a brand's campaigns with the brand's slug and the usual values. */
export function brandCampaigns(brand: string, campaigns: readonly BrandCampaign[]): readonly DemoCampaign[] {
  return campaigns.map((campaign) => ({ ...usual, ...campaign, brand }))
}
