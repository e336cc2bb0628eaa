import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { identityActions } from '#web/platform/identity-actions.ts'
import type { ResetProof } from '#web/platform/identity-provider.ts'
import type { SignOutReason } from '#web/platform/session-events.ts'
import { forgetAsked } from '../asked-mail.ts'
import { authPaths } from '../auth-paths.ts'
import { keepTypedEmail } from '../typed-email.ts'
import { keepWaysIn, keptWaysIn, reviewLogin } from './kept-ways-in.ts'

/** Sets the new password, and then leads to the sign-in screen, which says so and knows the address. */
export function useConfirmReset() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return useMutation({
    // The address is kept before the end of a session leads to the sign-in screen, which reads it.
    mutationFn: async (proof: ResetProof & { password: string }) =>
      await identityActions.confirmReset({
        ...proof,
        onConfirmed: ({ email, waysIn }) => {
          keepTypedEmail(email)
          keepWaysIn(waysIn)
        },
      }),
    onSuccess: async () => {
      forgetAsked('reset')
      const reason: SignOutReason = 'password_reset'
      const { login } = authPaths(search)
      await navigate(keptWaysIn().length > 0 ? reviewLogin(search) : login, {
        replace: true,
        state: { reason },
      })
    },
  })
}
