// What other modules may call. Every write takes the caller's transaction first.
export { aboutJoiningBonuses } from './about-joining-bonuses.ts'
export { campaignFile, readCampaignChanges, readCampaignFile } from './campaign-file.ts'
export { aboutCampaignPage, campaignPaths, categoryName } from './page-lookups.ts'
export { coverImageRoutes } from './cover-image.ts'
export { campaignStateAt, campaignStates } from './state-changes.ts'
export { campaignsOfBrand, countRunningByBrand } from './brand-campaigns.ts'
export { reachOfBrand } from './brand-reach.ts'
export { campaignTitles } from './campaign-titles.ts'
export { changeCampaign } from './change-campaign.ts'
export { countRunningCampaigns } from './count-running-campaigns.ts'
export { createCampaign } from './create-campaign.ts'
export { decideApplication } from './decide-application.ts'
export { deepLinkTerms } from './deep-link-terms.ts'
export { enrolmentStanding } from './enrolment-standing.ts'
export { enrolmentTerms, type EnrolmentTerms } from './enrolment-terms.ts'
export { enrolmentsUnderWay } from './erase-member.ts'
export { anyEnrolled, hasLeftCampaign } from './enrolment-queries.ts'
export { markExhausted, markFunded } from './exhaustion.ts'
export { joinCampaign } from './join-campaign.ts'
export { leaveCampaign } from './leave-campaign.ts'
export {
  campaignMembers,
  campaignRecord,
  campaignsLeadingTo,
  countCampaignMembers,
  operatedCampaigns,
} from './operate-campaigns.ts'
export { removeMember } from './remove-member.ts'
export { refreshPopularity } from './refresh-popularity.ts'
export { refreshSearchTerms } from './spelling-correction.ts'
export { setCampaignState } from './set-campaign-state.ts'
export { shareableCampaign, type ShareableCampaign } from './shareable-campaign.ts'
export { topUpCampaign } from './top-up-campaign.ts'
export { campaignFacts } from './campaign-facts.ts'
