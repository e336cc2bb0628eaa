// What other modules may call. Every write takes the caller's transaction first.
export { linkByCode, setLinkBanned, type BanDeps } from './ban-link.ts'
export {
  blockedHostOf,
  blockedHosts,
  blockHost,
  reachOfBlock,
  reachOfHost,
  unblockHost,
  type HostReach,
} from './blocked-hosts.ts'
export { createShareLink } from './create-share-link.ts'
export { enrolShareLinks } from './enrol-share-links.ts'
export { createTrackingLink, type TrackingLinkInput } from './create-tracking-link.ts'
export {
  assertDestination,
  judgeDestination,
  type DestinationOptions,
  type DestinationRefusal,
} from './destination.ts'
export { workingLinks } from './erase-member.ts'
export { linkPage } from './export-links.ts'
export {
  answeredState,
  countLinksToRestart,
  followsCampaign,
  linkNames,
  linksOfEnrolments,
  retargetCampaignLinks,
  restartEnrolmentLinks,
  setEnrolmentPaysClicks,
  stopEnrolmentLinks,
  trackingLinkOf,
  isOwnerDisabled,
  worksForOwner,
  worksWhileActive,
  type EnrolmentLink,
  type StoredLinkState,
} from './link-queries.ts'
export { shortLinkPrefix, shortUrl } from './short-url.ts'
export { trackedUrl, withoutClick, type TrackedUrl } from './tracked-url.ts'
