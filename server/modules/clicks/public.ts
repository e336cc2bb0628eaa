// What other modules may call. Every write takes the caller's transaction first.
export {
  clicksByLink,
  clicksByOrigin,
  clicksByPart,
  countAllClicks,
  originValuesMax,
  otherValues,
  type ClickStatistics,
  type LinkScope,
  type TimeParts,
} from './click-statistics.ts'
export { clickTime, isClickId } from './click-id.ts'
export type { ClickPath, PastVisit } from './click-path.ts'
export {
  campaignClicks,
  clickCounts,
  clickCountsOf,
  countableClicksSince,
  findClick,
  firstClick,
  missingClicks,
  originsOfClicks,
  type CampaignClicks,
  type FoundClick,
} from './click-queries.ts'
export {
  countDueClicks,
  countPaidLike,
  decideReviewedClicks,
  forgetPayableClicks,
  enrolmentsWithDueClicks,
  lockDueClicks,
  settleDueClicks,
  type DueClick,
  type SettledClick,
} from './due-clicks.ts'
export { enrolmentClicks } from './enrolment-clicks.ts'
export { lastHumanClick, lastHumanClickOfEach, lastHumanClicks } from './human-clicks.ts'
export {
  inspectClickPlaces,
  replayClicks,
  replayClicksSince,
  requireClickLog,
  withClicksBeside,
} from './inspect-click-places.ts'
export { linkVisits } from './link-visits.ts'
export { clicksOfReview, countAcceptedDueClicks, networkOfClick } from './reviewed-clicks.ts'
export type { DayVisitor } from './record-visit.ts'
export { visitsByCampaign, visitsByCampaignSql, type CampaignVisits } from './visits-by-campaign.ts'
export {
  markVisitorsSeen,
  newlyVisitedLinks,
  visitorsOfLink,
  visitorsOfLinks,
} from './link-visitor-queries.ts'
