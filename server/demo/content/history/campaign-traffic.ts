import type { DemoCampaign, DemoCreator } from '../demo-content.ts'

/** The first day on which a member could have joined, with a full day's distance from the start. */
export function firstJoiningDay(campaign: DemoCampaign): number {
  return Math.max(campaign.startDay + 1, -75)
}

/** The last day of the history on which the campaign took clicks and conversions; a paused one stopped six days ago. */
export function lastTrafficDay(campaign: DemoCampaign): number {
  if (campaign.intent === 'paused') return -6
  return campaign.endDay === undefined ? 0 : Math.min(0, campaign.endDay - 1)
}

/** Whether the creator's country and channels meet the campaign's requirements. */
export function mayJoin(creator: DemoCreator, campaign: DemoCampaign): boolean {
  const { countries, requiredChannels } = campaign
  const inCountry = countries.length === 0 || countries.includes(creator.countryOfResidence)
  const hasChannel =
    requiredChannels.length === 0 ||
    creator.channels.some(({ platform }) => requiredChannels.includes(platform))
  return inCountry && hasChannel
}
