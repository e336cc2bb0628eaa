import * as endpoints from '#contracts/identity.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { SignedIn, SignedInOrNot } from '#contracts/identity.schemas.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import { problem } from '#server/platform/http/problems.ts'
import { confirmByCode, confirmByToken, type FollowedLink } from './confirm-verification.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { checkStanding, openSession, replacementOfCookie } from './open-session.ts'
import { countNetworkMail } from './mail-limits.ts'
import { sendVerification } from './send-verification.ts'
import { clearSessionCookie, callerOf, hasSessionCookie } from './session-cookie.ts'
import { signIn } from './sign-in.ts'
import { startSession } from './sign-in-by-link.ts'
import { signedInWith, type Http } from './signed-in-with.ts'
import { signOut } from './end-sessions.ts'
import { signUp } from './sign-up.ts'
import { getIdentityUser } from '#contracts/identity.endpoints.ts'
import { findMember } from '#server/modules/accounts/public.ts'

/** The routes of the embedded provider. */
export function identityRoutes(identity: IdentityDeps): Route[] {
  const { publicOrigin } = identity
  return [
    bind(endpoints.signUp, async ({ body, ...http }) => {
      const session = await signUp(identity, body, callerOf(http.request, identity))
      return answer(201, await signedInWith(identity, http, session))
    }),
    bind(endpoints.signIn, async ({ body, ...http }) => {
      const session = await signIn(identity, body, callerOf(http.request, identity))
      return await signedInWith(identity, http, session)
    }),
    bind(endpoints.refresh, (http) => refreshed(identity, http)),
    bind(endpoints.signOut, async ({ body, request, reply }) => {
      await signOut(identity, { everywhere: body.everywhere === true }, callerOf(request, identity))
      clearSessionCookie(reply, publicOrigin)
      return answer(204, null)
    }),
    bind(endpoints.sendVerification, async ({ actor, request }) => {
      await countNetworkMail(identity, callerOf(request, identity).network)
      await sendVerification(identity, actor.uid)
      return answer(202, null)
    }),
    bind(endpoints.confirmVerification, ({ body, ...http }) =>
      'code' in body ? confirmedByCode(identity, http, body.code) : confirmedByToken(identity, http, body),
    ),
    bind(endpoints.getPasswordPolicy, async () => identity.passwordRules),
  ]
}

/** `/.well-known/jwks.json`: the public keys of the access tokens. */
export function jwksRoute(server: FastifyInstance, { keys }: IdentityDeps): void {
  server.get('/.well-known/jwks.json', async (_, reply) => {
    // Made on first use, so that this answer is never empty.
    await keys.current()
    return reply.header('cache-control', 'public, max-age=300').send({ keys: await keys.published() })
  })
}

/** No user for a browser without a session; `user_token_expired` for one whose session has ended. */
async function refreshed(identity: IdentityDeps, http: Http): Promise<SignedInOrNot> {
  http.reply.header('cache-control', 'no-store')
  if (!hasSessionCookie(http.request, identity.publicOrigin)) return { user: null }
  const caller = callerOf(http.request, identity)
  const session = await openSession(identity, caller, { renew: true })
  if (!session) {
    const replacement = await replacementOfCookie(identity, caller)
    // By now the browser has a newer cookie of the same name: that one stays, and the next try comes with it.
    if (replacement === 'recent') throw problem('unavailable', { headers: { 'retry-after': '1' } })
    if (replacement === 'no') clearSessionCookie(http.reply, identity.publicOrigin)
    throw problem('user_token_expired')
  }
  await checkStanding(identity, session.user.uid)
  return await signedInWith(identity, http, session)
}

async function confirmedByCode(identity: IdentityDeps, http: Http, code: string): Promise<SignedIn> {
  const session = await openSession(identity, callerOf(http.request, identity))
  if (!session) throw problem('unauthenticated', { detail: 'Sign in, then enter the code.' })
  await checkStanding(identity, session.user.uid)
  await confirmByCode(identity, session.user, code)
  return await signedInWith(identity, http, { ...session, user: { ...session.user, emailVerified: true } })
}

/** A link may be opened in another browser than the one that signed up: there a password replaces the session. */
async function confirmedByToken(
  identity: IdentityDeps,
  http: Http,
  followed: FollowedLink,
): Promise<SignedInOrNot> {
  const caller = callerOf(http.request, identity)
  const here = await openSession(identity, caller)
  const { uid, signsIn } = await confirmByToken(identity, followed, {
    sessionUid: here?.user.uid ?? null,
    asker: caller,
  })
  if (signsIn) return await signedInWith(identity, http, await startSession(identity, signsIn, caller))
  const session = await openSession(identity, caller)
  if (session?.user.uid !== uid) return { user: null }
  await checkStanding(identity, uid)
  return await signedInWith(identity, http, session)
}

/** The owner of a token, of any provider: the uid, what the token says, and the profile's name and photo. */
export function identityUserRoute(): Route {
  return bind(getIdentityUser, async ({ db, actor: { uid, email, emailVerified } }) => {
    const member = await findMember(db, uid)
    const { displayName = null, photoURL = null } = member ?? {}
    return { uid, email, emailVerified, displayName, photoURL }
  })
}
