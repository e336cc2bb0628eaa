import { useMutation } from '@tanstack/react-query'
import { identity } from './session.ts'

/** Ends the session here. What shows its button says where that failed: without a connection the member is still in. */
export function useSignOut() {
  return useMutation({ mutationFn: () => identity.signOut() })
}
