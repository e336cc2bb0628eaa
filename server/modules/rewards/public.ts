// What other modules, and the composition, may call. Every write takes the caller's transaction first.
export type { FriendDeps } from './friend-deps.ts'
export { friendExport } from './friend-export.ts'
export { friendTraces } from './friend-traces.ts'
export { heldInvitations, refuseInvitation, releaseInvitation } from './invitation-queries.ts'
export { settleInvitation } from './settle-invitation.ts'
