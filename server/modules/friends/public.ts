// What other modules, and the composition, may call. Every write takes the caller's transaction first.
export { acceptInvitation } from './accept-invitation.ts'
export { aboutInvitation, invitationPictureRoutes } from './invitation-picture.ts'
export { refuseInvitation, releaseInvitation } from './decide-invitation.ts'
export { friendReward } from './invitation-rewards.ts'
export {
  invitationsUnderReview,
  invitationTotals,
  invitationVersions,
  invitationWaitsSince,
} from './invitation-queries.ts'
export { settleInvitation } from './settle-invitation.ts'
