import * as emailChange from '#contracts/email-change.endpoints.ts'
import * as emailLink from '#contracts/email-link.endpoints.ts'
import * as password from '#contracts/password.endpoints.ts'
import { safeRedirect } from '#contracts/safe-redirect.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import { changeEmail } from './change-email.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { countNetworkMail } from './mail-limits.ts'
import { reauthenticate } from './recent-proof.ts'
import { recoverEmail } from './recover-email.ts'
import { requestActionMail } from './request-action-mail.ts'
import { resetPassword } from './reset-password.ts'
import { clearSessionCookie, callerOf } from './session-cookie.ts'
import { signInByLink } from './sign-in-by-link.ts'
import { signedInWith } from './signed-in-with.ts'

/** The routes of what a mail sets in motion: a new password, a sign-in, another address. */
export function actionRoutes(identity: IdentityDeps): Route[] {
  const { publicOrigin } = identity
  return [
    bind(password.sendReset, async ({ body, request }) => {
      await requestActionMail(identity, { purpose: 'reset_password', ...body }, callerOf(request, identity))
      return answer(202, null)
    }),
    bind(password.confirmReset, async ({ body: { password: next, ...proof }, request, reply }) => {
      const { deviceCookie, ...confirmed } = await resetPassword(
        identity,
        proof,
        next,
        callerOf(request, identity),
      )
      clearSessionCookie(reply, publicOrigin)
      reply.header('set-cookie', deviceCookie)
      return confirmed
    }),
    bind(emailLink.sendSignInLink, async ({ body: { redirect, ...body }, request }) => {
      const wish = {
        purpose: 'sign_in',
        ...body,
        ...(redirect && { redirect: safeRedirect(redirect) }),
      } as const
      await requestActionMail(identity, wish, callerOf(request, identity))
      return answer(202, null)
    }),
    bind(emailLink.confirmSignInLink, async ({ body, ...http }) => {
      const session = await signInByLink(identity, body, callerOf(http.request, identity))
      return await signedInWith(identity, http, session)
    }),
    bind(emailChange.changeEmail, async ({ actor, body, request }) => {
      const asker = callerOf(request, identity)
      await countNetworkMail(identity, asker.network)
      return await changeEmail(identity, { ...actor, asker }, body)
    }),
    bind(emailChange.recoverEmail, async ({ body, reply }) => {
      clearSessionCookie(reply, publicOrigin)
      return await recoverEmail(identity, body.token)
    }),
    bind(password.reauthenticate, async ({ actor, body }) => {
      await reauthenticate(identity, actor, body)
      return answer(204, null)
    }),
  ]
}
