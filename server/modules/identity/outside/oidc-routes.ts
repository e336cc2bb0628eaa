import { decodeJwt } from 'jose'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as endpoints from '#contracts/identity.endpoints.ts'
import { oidcPaths } from '#contracts/identity-provider.ts'
import { paths, withQuery } from '#contracts/paths.ts'
import { safeRedirect } from '#contracts/safe-redirect.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import { useUp } from '../social/sign-in-socially.ts'
import { keepPending, takePending } from '../social/social-flow-cookie.ts'
import { refusalOf, SocialRefused } from '../social/social-refusal.ts'
import { readOidcCookie } from './oidc-session-cookie.ts'
import {
  beginOidcSession,
  endOidcSession,
  endReplacedSession,
  refreshOidcSession,
  type OidcSessions,
} from './oidc-session.ts'

/** The two calls of a session that an issuer keeps alive; the rest of `/identity` is the embedded provider's. */
export function oidcRoutes(sessions: OidcSessions): Route[] {
  return [
    bind(endpoints.refresh, async (http) => await refreshOidcSession(sessions, http)),
    bind(endpoints.signOut, async ({ body, ...http }) => {
      await endOidcSession(sessions, http, { everywhere: body.everywhere === true })
      return answer(204, null)
    }),
  ]
}

type Query = { Querystring: Record<string, unknown> }
type Navigation = FastifyRequest<Query>

/** Who a sign-in under way is with; the names of social providers have no space. */
const pendingName = 'identity provider'

/**
 * Registers the two addresses that a browser goes to by itself: `/identity/oidc/start` and `/callback`. They answer
 * with a way on; every refusal leads to the sign-in screen.
 */
export function registerOidc(
  server: FastifyInstance,
  sessions: OidcSessions,
  { rateLimit }: { rateLimit: boolean },
): void {
  const config = rateLimit ? { rateLimit: { max: 30, timeWindow: '1 minute' } } : {}
  server.get<Query>(oidcPaths.start, { config }, async (request, reply) => {
    const { redirect: wanted, again } = request.query
    const redirect = safeRedirect(typeof wanted === 'string' ? wanted : undefined)
    try {
      const { url, flow } = await sessions.client.begin({ again: again !== undefined })
      keepPending(reply, sessions, {
        ...flow,
        provider: pendingName,
        redirect,
        // Its strict cookie does not come along on the way back.
        sessionId: readOidcCookie(request, sessions),
        isProof: false,
      })
      return seeOther(reply, url.href)
    } catch (error) {
      return refuse(request, reply, error, redirect)
    }
  })
  server.get<Query>(oidcPaths.callback, { config }, async (request, reply) => {
    const pending = takePending(request, reply, sessions)
    const redirect = pending?.redirect ?? paths.home
    try {
      const query = new URLSearchParams(request.url.split('?')[1] ?? '')
      if (pending?.provider !== pendingName || query.get('state') !== pending.state)
        throw new SocialRefused('expired')
      await useUp(sessions, pending)
      const tokens = await sessions.client.finish(query, pending)
      if (typeof decodeJwt(tokens.idToken).email !== 'string') throw new SocialRefused('email_missing')
      await beginOidcSession(sessions, reply, tokens)
      await endReplacedSession(sessions, pending.sessionId)
      return seeOther(reply, redirect)
    } catch (error) {
      return refuse(request, reply, error, redirect)
    }
  })
}

function refuse(request: Navigation, reply: FastifyReply, error: unknown, redirect: string) {
  const { refusal, logged } = refusalOf(error)
  if (logged) request.server.logSparingly(`oidc ${refusal}`, logged, 'A sign-in at the issuer failed')
  return seeOther(
    reply,
    withQuery(paths.login, { refused: refusal, redirect: redirect === paths.home ? undefined : redirect }),
  )
}

function seeOther(reply: FastifyReply, to: string) {
  return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(to, 303)
}
