import { useMutation, useQuery } from '@tanstack/react-query'
import { resumable } from '#web/platform/interrupted.ts'
import { passkeyActions } from '#web/platform/passkey-actions.ts'
import { secondFactorActions } from '#web/platform/second-factor-actions.ts'
import { securing } from './queries.ts'

/** The member's second factors. */
export function useSecondFactors() {
  return useQuery({
    queryKey: ['identity', 'second-factors'],
    meta: { live: ['security'] },
    queryFn: ({ signal }) => secondFactorActions.secondFactors(signal),
  })
}

/** A secret for an authenticator app, which counts once a code of it is confirmed. */
export function useStartAuthenticator() {
  return useMutation({
    mutationFn: () =>
      resumable({ what: 'add-authenticator', draft: '' }, () => secondFactorActions.startAuthenticator()),
  })
}

export function useConfirmAuthenticator() {
  return useMutation({ mutationFn: secondFactorActions.confirmAuthenticator, meta: securing })
}

export function useRemoveAuthenticator() {
  return useMutation({
    mutationFn: () =>
      resumable({ what: 'remove-authenticator', draft: '' }, () => secondFactorActions.removeAuthenticator()),
    meta: securing,
  })
}

/** Has the browser make a passkey, and adds it. */
export function useAddPasskey() {
  return useMutation({
    mutationFn: () => resumable({ what: 'add-passkey', draft: '' }, () => passkeyActions.add()),
    meta: securing,
  })
}

export function useRenamePasskey() {
  return useMutation({ mutationFn: passkeyActions.rename, meta: securing })
}

export function useRemovePasskey() {
  return useMutation({
    mutationFn: (id: string) =>
      resumable({ what: 'remove-passkey', draft: id }, () => passkeyActions.remove(id)),
    meta: securing,
  })
}

/** Ten new recovery codes; the old ones stop working. */
export function useMakeRecoveryCodes() {
  return useMutation({
    mutationFn: () =>
      resumable({ what: 'make-recovery-codes', draft: '' }, () => secondFactorActions.makeRecoveryCodes()),
    meta: securing,
  })
}

/** What gets into the account beside its password and its mailbox. */
export function useWaysIn() {
  return useQuery({
    queryKey: ['identity', 'ways-in'],
    meta: { live: ['security'] },
    queryFn: ({ signal }) => secondFactorActions.waysIn(signal),
  })
}

/** Removes all of it at once. */
export function useRemoveWaysIn() {
  return useMutation({
    mutationFn: () =>
      resumable({ what: 'remove-ways-in', draft: '' }, () => secondFactorActions.removeWaysIn()),
    meta: securing,
  })
}
