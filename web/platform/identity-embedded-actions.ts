import { getAccountSecurity } from '#contracts/account-security.endpoints.ts'
import { changeEmail, recoverEmail } from '#contracts/email-change.endpoints.ts'
import { confirmSignInLink, sendSignInLink } from '#contracts/email-link.endpoints.ts'
import { pathOf, type AnswerOf, type EndpointCall } from '#contracts/endpoint.ts'
import { changePassword, confirmReset, reauthenticate, sendReset } from '#contracts/password.endpoints.ts'
import { withQuery } from '#contracts/paths.ts'
import { endOtherSessions, endSession, listSessions } from '#contracts/sessions.endpoints.ts'
import { listSocialProviders, unlinkSocialProvider } from '#contracts/social.endpoints.ts'
import type { SocialProviders } from '#contracts/social.schemas.ts'
import { takeBootAnswer } from './boot-data.ts'
import { request } from './http.ts'
import type { IdentityActions } from './identity-provider.ts'

/** The embedded provider's rarer calls. They are loaded with the screen that needs them. */
export const embeddedActions: IdentityActions = {
  async socialProviders(signal) {
    const came = takeBootAnswer(listSocialProviders.path) as SocialProviders | undefined
    return came ?? (await send(listSocialProviders, { signal }))
  },
  socialStart: (id, redirect) =>
    withQuery(`${listSocialProviders.path}/${encodeURIComponent(id)}/start`, { redirect }),
  socialProof: (id, redirect) =>
    withQuery(`${listSocialProviders.path}/${encodeURIComponent(id)}/start`, { redirect, proof: '1' }),
  async unlinkSocial(bearer, id) {
    await send(unlinkSocialProvider, { bearer, params: { id } })
  },

  async sendReset(body) {
    await send(sendReset, { body })
  },
  confirmReset: (body) => send(confirmReset, { body }),
  async sendSignInLink(body) {
    await send(sendSignInLink, { body })
  },
  confirmSignInLink: (body) => send(confirmSignInLink, { body }),
  recoverEmail: (body) => send(recoverEmail, { body }),

  changeEmail: (bearer, body) => send(changeEmail, { bearer, body }),
  async changePassword(bearer, body) {
    await send(changePassword, { bearer, body })
  },
  async reauthenticate(bearer, body) {
    await send(reauthenticate, { bearer, body })
  },
  accountSecurity: (bearer, signal) => send(getAccountSecurity, { bearer, signal }),
  listSessions: (bearer, signal) => send(listSessions, { bearer, signal }),
  async endSession(bearer, id) {
    await send(endSession, { bearer, params: { id } })
  },
  async endOtherSessions(bearer) {
    await send(endOtherSessions, { bearer })
  },
}

/** Calls an endpoint of the embedded provider. */
export async function send<E extends EndpointCall>(
  endpoint: E,
  {
    params,
    ...rest
  }: { params?: Record<string, string>; body?: unknown; bearer?: string; signal?: AbortSignal },
): Promise<AnswerOf<E>> {
  const answer = await request({ method: endpoint.method, url: pathOf(endpoint, params), ...rest })
  return answer as AnswerOf<E>
}
