import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { identityActions } from '#web/platform/identity-actions.ts'
import { resumable } from '#web/platform/interrupted.ts'

/** What a change of how the member gets in changes: one often changes the others, and it may freeze payouts. */
export const securing = { changes: ['security', 'redemptions', 'destinations'], waits: true } as const

/** How the member gets in, an address that waits for its link, and what happened lately. */
export function useAccountSecurity() {
  return useQuery({
    queryKey: ['identity', 'security'],
    meta: { live: ['security'] },
    queryFn: ({ signal }) => identityActions.accountSecurity(signal),
  })
}

/** Where the member is signed in, this device first. */
export function useSessions() {
  return useQuery({
    queryKey: ['identity', 'sessions'],
    meta: { live: ['security'] },
    queryFn: ({ signal }) => identityActions.sessions(signal),
    select: ({ items }) => items.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent)),
  })
}

/** Requests another address; the present one cancels a request. Answers the one that waits for its link. */
export function useChangeEmail() {
  return useMutation({ mutationFn: identityActions.changeEmail, meta: securing })
}

export function useChangePassword() {
  return useMutation({ mutationFn: identityActions.changePassword, meta: securing })
}

/** Takes a provider's way into the account away. */
export function useUnlinkProvider() {
  return useMutation({
    mutationFn: (id: string) =>
      resumable({ what: 'unlink', draft: id }, () => identityActions.unlinkSocial(id)),
    meta: securing,
  })
}

/** Signs out one session, or with null every other; one that is gone already is signed out. */
export function useEndSessions() {
  return useMutation({
    mutationFn: async (id: string | null) => {
      try {
        await (id === null ? identityActions.endOtherSessions() : identityActions.endSession(id))
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== 'not_found') throw error
      }
    },
    meta: securing,
  })
}
