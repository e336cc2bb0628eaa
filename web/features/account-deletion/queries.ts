import { useMutation, useQuery } from '@tanstack/react-query'
import { deleteUser, getDeletion } from '#contracts/account-deletion.endpoints.ts'
import { call } from '#web/platform/api.ts'
import { identityActions } from '#web/platform/identity-actions.ts'
import { resumable } from '#web/platform/interrupted.ts'
import { sessionStore } from '#web/platform/session.ts'

/** What deleting one's account would cost now. */
export function useDeletion(uid: string) {
  return useQuery({
    queryKey: ['deletion', uid],
    queryFn: ({ signal }) => call(getDeletion, { params: { uid }, signal }),
  })
}

/** Deletes the account; the session ends in every tab, and the sign-in screen says goodbye. */
export function useDeleteAccount(uid: string) {
  return useMutation({
    mutationFn: (confirmation: string) =>
      resumable({ what: 'delete-account', draft: confirmation }, () =>
        call(deleteUser, { params: { uid }, body: { confirmation } }),
      ),
    onSuccess: async () => {
      await identityActions.deleteIdentity()
      sessionStore.send({ type: 'signed-out', reason: 'user_deleted' })
    },
  })
}
