/**
 * Under which the cache of answers keeps the server's sentence why an invitation was refused, until the member has read
 * it; with the other answers it is dropped at sign-out.
 */
export const refusedInvitationKey = ['refused-invitation'] as const
