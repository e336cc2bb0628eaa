import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { listSocialProviders, unlinkSocialProvider } from '#contracts/social.endpoints.ts'
import { paths, withQuery } from '#contracts/paths.ts'
import { safeRedirect } from '#contracts/safe-redirect.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import { problem, Problem } from '#server/platform/http/problems.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { openSession } from '../open-session.ts'
import { callerOf, passCookies } from '../session-cookie.ts'
import { unlinkProvider } from './linked-accounts.ts'
import { proveSocially } from './prove-socially.ts'
import { signInSocially } from './sign-in-socially.ts'
import { createSocialClient, type SocialClient } from './social-client.ts'
import { keepPending, takePending, type PendingSignIn } from './social-flow-cookie.ts'
import type { SocialProvider } from './social-providers.ts'
import { refusalOf, SocialRefused } from './social-refusal.ts'

/** Sign-in with an account elsewhere. */
export interface SocialSignIn {
  routes: Route[]
  /**
   * Registers the two addresses that a browser goes to by itself: `/identity/social/{id}/start` and `/callback`.
   * They answer with a way on and never with JSON, so they are no endpoints of the API; every refusal leads to the
   * sign-in screen.
   */
  register(server: FastifyInstance): void
}

type Pair = { provider: SocialProvider; client: SocialClient }
type Navigation = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>

export function openSocialSignIn(
  identity: IdentityDeps,
  { rateLimit }: { rateLimit: boolean },
): SocialSignIn {
  const { providers } = identity
  const pairs = new Map<string, Pair>(
    providers.map((provider) => {
      const redirectUri = `${identity.publicOrigin}${callbackPath(provider.id)}`
      return [provider.id, { provider, client: createSocialClient(provider, redirectUri) }]
    }),
  )
  // Thirty a minute from one address, as for other ways to sign in.
  const config = rateLimit ? { rateLimit: { max: 30, timeWindow: '1 minute' } } : {}
  return {
    routes: [
      bind(listSocialProviders, async () => ({ items: providers.map(({ id, name }) => ({ id, name })) })),
      bind(unlinkSocialProvider, async ({ actor, params, request }) => {
        await unlinkProvider(identity, { ...actor, asker: callerOf(request, identity) }, params.id)
        return answer(204, null)
      }),
    ],
    register: (server) => {
      server.get<Params>('/identity/social/:id/start', { config }, async (request, reply) =>
        start(identity, pairs, request, reply),
      )
      server.get<Params>('/identity/social/:id/callback', { config }, async (request, reply) =>
        callback(identity, pairs, request, reply),
      )
      if (providers.some(({ formPost }) => formPost)) registerFormPost(server, pairs, config)
    },
  }
}

interface Params {
  Params: { id: string }
  Querystring: Record<string, unknown>
}

function callbackPath(id: string): string {
  return `/identity/social/${encodeURIComponent(id)}/callback`
}

async function start(
  identity: IdentityDeps,
  pairs: Map<string, Pair>,
  request: Navigation,
  reply: FastifyReply,
) {
  const { redirect: wanted, proof } = request.query
  const isProof = proof !== undefined
  const redirect = safeRedirect(typeof wanted === 'string' ? wanted : undefined)
  try {
    const pair = pairs.get(request.params.id)
    if (!pair) throw new SocialRefused('unavailable')
    if (isProof && !pair.provider.again) throw new SocialRefused('not_asked')
    const { url, flow } = await pair.client.begin({ again: isProof })
    const caller = callerOf(request, identity)
    const session = caller.hasSession ? await openSession(identity, caller) : null
    const sessionId = session?.sessionId ?? null
    keepPending(reply, identity, { ...flow, provider: pair.provider.id, redirect, sessionId, isProof })
    return seeOther(reply, url.href)
  } catch (error) {
    return refuse(request, reply, error, { redirect, isProof })
  }
}

async function callback(
  identity: IdentityDeps,
  pairs: Map<string, Pair>,
  request: Navigation,
  reply: FastifyReply,
) {
  const pair = pairs.get(request.params.id)
  const pending = takePending(request, reply, identity)
  const { redirect = paths.home, isProof = false } = pending ?? {}
  try {
    if (!pair) throw new SocialRefused('unavailable')
    const query = new URLSearchParams(request.url.split('?')[1] ?? '')
    if (pending?.provider !== pair.provider.id || query.get('state') !== pending.state)
      throw new SocialRefused('expired')
    if (isProof) {
      await proveSocially(identity, pair, { query, pending })
      return seeOther(reply, redirect)
    }
    const session = await signInSocially(identity, pair, { query, pending }, callerOf(request, identity))
    passCookies(reply, session.cookies)
    return seeOther(reply, redirect)
  } catch (error) {
    if (error instanceof Problem && error.code === 'second_step_required')
      return toSecondStep(reply, error, redirect)
    return refuse(request, reply, error, { redirect, isProof })
  }
}

/** The provider's own second factor is not ours: it may ask for one or not, and does not say. */
function toSecondStep(reply: FastifyReply, { options }: Problem, redirect: string) {
  reply.headers(options.headers ?? {})
  return seeOther(
    reply,
    withQuery(paths.login, {
      mode: 'second-step',
      redirect: redirect === paths.home ? undefined : redirect,
    }),
  )
}

/** Back to the sign-in screen, or, where a member was to prove themselves, to where they were. */
function refuse(
  request: Navigation,
  reply: FastifyReply,
  error: unknown,
  { redirect, isProof }: Pick<PendingSignIn, 'redirect' | 'isProof'>,
) {
  const { refusal, logged } = refusalOf(error)
  const { id } = request.params
  if (logged)
    request.server.logSparingly(
      `social ${id} ${refusal}`,
      { ...logged, provider: id },
      'A social sign-in failed',
    )
  if (isProof) {
    const back = new URL(redirect, 'http://crels.invalid')
    back.searchParams.set('refused', refusal)
    return seeOther(reply, back.pathname + back.search + back.hash)
  }
  return seeOther(
    reply,
    withQuery(paths.login, { refused: refusal, redirect: redirect === paths.home ? undefined : redirect }),
  )
}

function seeOther(reply: FastifyReply, to: string) {
  return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(to, 303)
}

/**
 * Apple answers with a form, which other sites' cookies do not travel with: its fields go on as a query to the same
 * address, and that navigation brings the cookie.
 */
function registerFormPost(server: FastifyInstance, pairs: Map<string, Pair>, config: object): void {
  void server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16_384 },
      (_, body, done) => done(null, new URLSearchParams(body as string)),
    )
    scope.post<Params>('/identity/social/:id/callback', { config }, async (request, reply) => {
      const { id } = request.params
      if (!pairs.get(id)?.provider.formPost || !(request.body instanceof URLSearchParams))
        throw problem('not_found')
      const query = new URLSearchParams()
      for (const name of ['code', 'state', 'iss', 'error']) {
        const value = request.body.get(name)
        if (value !== null) query.set(name, value)
      }
      return seeOther(reply, `${callbackPath(id)}?${query.toString()}`)
    })
  })
}
