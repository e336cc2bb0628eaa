// What other modules, and the composition, may call. Every write takes the caller's transaction first.
export { decideShareReview } from './decide-share-review.ts'
export { listShareReviews, type ShareReviewItem } from './share-review-queries.ts'
export { settleShare } from './settle-share.ts'
export { shareCampaign } from './share-campaign.ts'
export { countShareClicks } from './share-clicks.ts'
export { shareReward } from './share-rewards.ts'
export { shareOfLink, shareVersions } from './share-queries.ts'
export type { ShareDeps } from './share-view.ts'
