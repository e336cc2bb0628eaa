// What other modules may call. Every write takes the caller's transaction first.
export {
  aboutJoiningBonuses,
  campaignNames,
  campaignTitles,
  countRunningCampaigns,
  deepLinkTerms,
  earningCampaigns,
  enrolmentStanding,
  shareableCampaign,
  type ShareableCampaign,
} from './campaign-lookups.ts'
export { readCampaignChanges, readCampaignFile } from './campaign-file.ts'
export { aboutCampaignPage, campaignPages, categoryName } from './page-lookups.ts'
export { campaignPictureRoutes, picturePath } from './campaign-picture.ts'
export { campaignStates, formerClickRewards } from './state-changes.ts'
export { campaignsOfBrand, countRunningByBrand, reachOfBrand } from './brand-campaigns.ts'
export { campaignOffer } from './campaign-offer.ts'
export { changeCampaign, type ChangedCampaign } from './change-campaign.ts'
export { addCategory, orderCategories, setCategory, turnCategory } from './change-category.ts'
export { operatedCategories, operatedCategory } from './operated-categories.ts'
export { createCampaign } from './create-campaign.ts'
export { draftAsSeen, draftId } from './draft-as-seen.ts'
export { decideApplication } from './decide-application.ts'
export { enrolmentTerms, termsAtSale, type EnrolmentTerms, type TermsAtSale } from './enrolment-terms.ts'
export { enrolmentsUnderWay } from './erase-member.ts'
export { anyEnrolled, hasLeftCampaign } from './enrolment-queries.ts'
export { markExhausted, markFunded } from './exhaustion.ts'
export { joinCampaign } from './join-campaign.ts'
export { leaveCampaign } from './leave-campaign.ts'
export {
  type CampaignAsOfNow,
  campaignMembers,
  campaignRecord,
  type CampaignRecord,
  campaignsAsOfNow,
  campaignsLeadingTo,
  countCampaignMembers,
  operatedCampaigns,
} from './operate-campaigns.ts'
export { availableCovers } from './cover-file.ts'
export { erasePicture, otherShowersOf } from './erase-picture.ts'
export { coverPictureSize, putCampaignPicture } from './put-campaign-picture.ts'
export { letBackIn, reachOfReturn } from './let-back-in.ts'
export { removeMember } from './remove-member.ts'
export { refreshPopularity } from './refresh-popularity.ts'
export { refreshSearchTerms } from './spelling-correction.ts'
export { setCampaignState } from './set-campaign-state.ts'
export { budgetChanges } from './budget-changes.ts'
export { reduceBudget } from './reduce-budget.ts'
export { topUpCampaign } from './top-up-campaign.ts'
export { campaignFacts } from './campaign-facts.ts'
