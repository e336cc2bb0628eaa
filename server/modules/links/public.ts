// What other modules may call. Every write takes the caller's transaction first.
export { campaignClicks, type CampaignClicks } from './campaign-clicks.ts'
export { clickTime, isClickId } from './click-id.ts'
export type { ClickPath, PastVisit } from './click-path.ts'
export { enrolmentClicks, findClick, type FoundClick } from './click-queries.ts'
export { createShareLink } from './create-share-link.ts'
export { createTrackingLink, type TrackingLinkInput } from './create-tracking-link.ts'
export {
  assertDestination,
  judgeDestination,
  type DestinationOptions,
  type DestinationRefusal,
} from './destination.ts'
export { linkExport } from './export-links.ts'
export { linkTraces, workingLinks } from './erase-member.ts'
export {
  linksOfEnrolments,
  retargetCampaignLinks,
  setEnrolmentLinks,
  type EnrolmentLink,
  type StoredLinkState,
} from './link-queries.ts'
export { countVisitors, markVisitorsSeen, newlyVisitedLinks } from './link-visitor-queries.ts'
export { shortUrl } from './short-url.ts'
