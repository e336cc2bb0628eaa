import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { identityActions } from '../../../platform/identity-actions.ts'
import type { SignOutReason } from '../../../platform/session-events.ts'
import { forgetAsked } from '../asked-mail.ts'
import { authPaths } from '../auth-paths.ts'
import { keepTypedEmail } from '../typed-email.ts'

/** Sets the new password, and then leads to the sign-in screen, which says so and knows the address. */
export function useConfirmReset(email: string) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return useMutation({
    mutationFn: async (proof: Parameters<typeof identityActions.confirmReset>[0]) => {
      // Before the end of a session leads to the sign-in screen, which reads it.
      keepTypedEmail('email' in proof ? proof.email : email)
      await identityActions.confirmReset(proof)
    },
    onSuccess: async () => {
      forgetAsked('reset')
      const reason: SignOutReason = 'password_reset'
      await navigate(authPaths(search).login, { replace: true, state: { reason } })
    },
  })
}
