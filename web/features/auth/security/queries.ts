import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../../../platform/api-problem.ts'
import { identityActions } from '../../../platform/identity-actions.ts'
import { resumable } from '../../../platform/interrupted.ts'

/** What is known of the account's security. */
export const keys = {
  security: ['identity', 'security'],
  sessions: ['identity', 'sessions'],
  factors: ['identity', 'second-factors'],
  waysIn: ['identity', 'ways-in'],
  // A change may freeze payouts, which the profile says.
  payouts: ['redemptions'],
} as const

/** How the member gets in, an address that waits for its link, and what happened lately. */
export function useAccountSecurity() {
  return useQuery({
    queryKey: keys.security,
    queryFn: ({ signal }) => identityActions.accountSecurity(signal),
  })
}

/** Where the member is signed in, this device first. */
export function useSessions() {
  return useQuery({
    queryKey: keys.sessions,
    queryFn: ({ signal }) => identityActions.sessions(signal),
    select: ({ items }) => items.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent)),
  })
}

/** Asks all anew: what changes one of them often changes the others. */
export function useAskAnew() {
  const client = useQueryClient()
  return async () => {
    await Promise.all(Object.values(keys).map((queryKey) => client.invalidateQueries({ queryKey })))
  }
}

/** Wishes for another address; the present one takes back a wish. Answers the one that waits for its link. */
export function useChangeEmail() {
  return useMutation({ mutationFn: identityActions.changeEmail, onSuccess: useAskAnew() })
}

export function useChangePassword() {
  return useMutation({ mutationFn: identityActions.changePassword, onSuccess: useAskAnew() })
}

/** Takes a provider's way into the account away. */
export function useUnlinkProvider() {
  return useMutation({
    mutationFn: (id: string) =>
      resumable({ what: 'unlink', draft: id }, () => identityActions.unlinkSocial(id)),
    onSuccess: useAskAnew(),
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
    onSuccess: useAskAnew(),
  })
}
