// What other modules may call. Every write takes the caller's transaction first.
export { linkByCode, setLinkBanned } from './ban-link.ts'
export {
  blockedHostOf,
  blockedHosts,
  blockHost,
  reachOfBlock,
  reachOfHost,
  unblockHost,
  type HostReach,
} from './blocked-hosts.ts'
export { campaignClicks, type CampaignClicks } from './campaign-clicks.ts'
export {
  clicksByLink,
  clicksByOrigin,
  clicksByPart,
  countAllClicks,
  originValuesMax,
  otherValues,
  type ClickFigures,
  type LinkScope,
  type TimeParts,
} from './click-figures.ts'
export { clickTime, isClickId } from './click-id.ts'
export type { ClickPath, PastVisit } from './click-path.ts'
export {
  countableClicksSince,
  enrolmentClicks,
  findClick,
  missingClicks,
  originsOfClicks,
  type FoundClick,
} from './click-queries.ts'
export { createShareLink } from './create-share-link.ts'
export { createTrackingLink, type TrackingLinkInput } from './create-tracking-link.ts'
export {
  assertDestination,
  isPublicAddress,
  judgeDestination,
  type DestinationOptions,
  type DestinationRefusal,
} from './destination.ts'
export {
  countDueClicks,
  countPaidLike,
  decideReviewedClicks,
  enrolmentsWithDueClicks,
  lockDueClicks,
  setEnrolmentPaysClicks,
  settleDueClicks,
  type DueClick,
  type SettledClick,
} from './due-clicks.ts'
export { lastHumanClick } from './last-human-click.ts'
export { linkNames } from './link-names.ts'
export { workingLinks } from './erase-member.ts'
export {
  linksOfEnrolments,
  retargetCampaignLinks,
  restartEnrolmentLinks,
  stopEnrolmentLinks,
  trackingLinkOf,
  type EnrolmentLink,
  type StoredLinkState,
} from './link-queries.ts'
export { markVisitorsSeen, newlyVisitedLinks, visitorsOfLinks } from './link-visitor-queries.ts'
export { shortUrl } from './short-url.ts'
