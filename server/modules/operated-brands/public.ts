// What other modules may call.
export { operatedBrand } from './brand-queries.ts'
export { brandUse } from './brand-use.ts'
export { countedLinks, earnedCrels, enrolmentStatistics } from './campaign-members.ts'
export { chosenCampaigns, operatedCampaignPage, type CampaignFilters } from './campaign-list.ts'
