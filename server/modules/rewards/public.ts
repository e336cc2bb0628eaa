// What other modules, and the composition, may call. Every write takes the caller's transaction first.
export { aboutRewards } from './about-rewards.ts'
export { checkIn } from './check-in.ts'
export { grantSeasonPrize } from './grant-season-prize.ts'
export { heldInvitations, refuseInvitation, releaseInvitation } from './invitation-queries.ts'
export { recordTimeZone } from './record-time-zone.ts'
export { settleInvitation } from './settle-invitation.ts'
export { decideShareReview } from './decide-share-review.ts'
export { listShareReviews, type ShareReviewItem } from './share-review-queries.ts'
