import {
  changeEmail as changeEmailEndpoint,
  recoverEmail as recoverEmailEndpoint,
} from '#contracts/email-change.ts'
import { confirmSignInLink, sendSignInLink } from '#contracts/email-link.ts'
import { confirmReset, reauthenticate as reauthenticateEndpoint, sendReset } from '#contracts/password.ts'
import { safeRedirect } from '#contracts/safe-redirect.ts'
import { answer, bind, type Bound } from '#server/platform/http/bind.ts'
import { changeEmail } from './change-email.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { reauthenticate } from './recent-proof.ts'
import { recoverEmail } from './recover-email.ts'
import { requestActionMail } from './request-action-mail.ts'
import { resetPassword } from './reset-password.ts'
import { clearSessionCookie, engineHeaders } from './session-cookie.ts'
import { signInByLink } from './sign-in-by-link.ts'
import { signedInWith } from './signed-in-with.ts'

/** The routes of what a mail sets in motion: a new password, a sign-in, another address. */
export function actionRoutes(identity: IdentityDeps): Bound[] {
  const { publicOrigin } = identity
  return [
    bind(sendReset, async ({ body }) => {
      await requestActionMail(identity, { purpose: 'reset_password', email: body.email })
      return answer(202, null)
    }),
    bind(confirmReset, async ({ body: { password, ...proof }, reply }) => {
      await resetPassword(identity, proof, password)
      clearSessionCookie(reply, publicOrigin)
      return answer(204, null)
    }),
    bind(sendSignInLink, async ({ body: { email, redirect } }) => {
      await requestActionMail(identity, {
        purpose: 'sign_in',
        email,
        ...(redirect && { redirect: safeRedirect(redirect) }),
      })
      return answer(202, null)
    }),
    bind(confirmSignInLink, async ({ body, ...http }) => {
      const session = await signInByLink(identity, body, engineHeaders(http.request, publicOrigin))
      return await signedInWith(identity, http, session)
    }),
    bind(changeEmailEndpoint, async ({ actor, body }) => await changeEmail(identity, actor, body)),
    bind(recoverEmailEndpoint, async ({ body, reply }) => {
      clearSessionCookie(reply, publicOrigin)
      return await recoverEmail(identity, body.token)
    }),
    bind(reauthenticateEndpoint, async ({ actor, body }) => {
      await reauthenticate(identity, actor, body)
      return answer(204, null)
    }),
  ]
}
