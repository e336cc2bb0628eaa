import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import type { SignedIn, SignedInOrNot } from '#contracts/identity.schemas.ts'
import { findMemberBySub, type MemberDirectory } from '#server/modules/accounts/public.ts'
import { Problem, problem } from '#server/platform/http/problems.ts'
import type { TokenVerifier, VerifiedToken } from '#server/platform/verified-token.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { clearSessionCookie, hasSessionCookie } from '../session-cookie.ts'
import type { OidcClient, OidcTokens } from './oidc-client.ts'
import { keepOidcCookie, readOidcCookie } from './oidc-session-cookie.ts'
import {
  boundLockWait,
  deleteOidcSession,
  insertOidcSession,
  keepTokens,
  lockOidcSession,
  markOidcSessionReplaced,
  requireOwner,
  replacementOf,
  type OidcSession,
} from './oidc-session-queries.ts'
import type { RefreshTurns } from './refresh-turns.ts'

/** What sessions with an outside issuer work with. */
export type OidcSessions = Pick<
  IdentityDeps,
  'db' | 'identityDb' | 'secret' | 'sessionRules' | 'publicOrigin' | 'accountChanged'
> & {
  client: OidcClient
  verifier: TokenVerifier
  actorOf: MemberDirectory['actorOf']
  endSessions(uid: string): Promise<void>
  refreshes: RefreshTurns<Renewed>
}

/** A session with its next ID token. */
export interface Renewed {
  session: OidcSession
  idToken: string
}

type Http = { request: FastifyRequest; reply: FastifyReply }

/**
 * Signs in the person who came back with these tokens: the member is found or made, and the browser given its session.
 * Throws `user_disabled`, and `unauthenticated` where the ID token is not as it must be.
 */
export async function beginOidcSession(
  sessions: OidcSessions,
  reply: FastifyReply,
  tokens: OidcTokens,
): Promise<void> {
  const verified = await sessions.verifier.verify(tokens.idToken)
  const { uid } = await sessions.actorOf(asOf(verified, new Date()))
  const { sub } = verified
  const id = await insertOidcSession(sessions.identityDb, sessions.secret, { uid, sub, tokens })
  keepOidcCookie(reply, sessions, id)
}

/**
 * A fresh ID token for the session of the cookie, which slides; no user where there is no session. Throws
 * `user_token_expired`, `user_disabled`, `user_deleted`, and `unavailable` while the issuer does not answer: that ends
 * no session.
 */
export async function refreshOidcSession(
  sessions: OidcSessions,
  { request, reply }: Http,
): Promise<SignedInOrNot> {
  reply.header('cache-control', 'no-store')
  if (!hasSessionCookie(request, sessions.publicOrigin)) return { user: null }
  const id = readOidcCookie(request, sessions)
  try {
    if (id === null) throw problem('user_token_expired')
    return await refreshed(sessions, id, reply)
  } catch (error) {
    // Too many refreshes are no end of the session either.
    if (!(error instanceof Problem && error.status < 500 && error.status !== 429)) throw error
    const replacement = id === null ? 'no' : await replacementOf(sessions.identityDb, id)
    // By now the browser has a newer cookie of the same name: that one stays, and the next try comes with it.
    if (replacement === 'recent') throw problem('unavailable', { headers: { 'retry-after': '1' } })
    if (replacement === 'no') clearSessionCookie(reply, sessions.publicOrigin)
    throw error
  }
}

/**
 * Ends the session here and the ID tokens it was given; with `everywhere` every other session of the member too. Throws
 * `unavailable` where the session's row stays locked.
 */
export async function endOidcSession(
  sessions: OidcSessions,
  { request, reply }: Http,
  { everywhere }: { everywhere: boolean },
): Promise<void> {
  const id = readOidcCookie(request, sessions)
  if (id !== null) await endKnown(sessions, request, { id, everywhere })
  // Not before: where the session could not be ended, the browser tries again with its cookie.
  clearSessionCookie(reply, sessions.publicOrigin)
}

async function endKnown(
  sessions: OidcSessions,
  request: FastifyRequest,
  { id, everywhere }: { id: string; everywhere: boolean },
): Promise<void> {
  const { session, uid } = await endById(sessions, id)
  if (session && session.refreshToken !== null)
    // The session has ended here, whether or not the issuer hears of it.
    void sessions.client.revoke(session.refreshToken).catch((error: Error) => {
      request.log.debug({ name: error.name }, 'A refresh token was not revoked')
    })
  if (session && everywhere) await sessions.endSessions(session.uid)
  else if (uid !== undefined) await sessions.accountChanged(uid)
}

/**
 * Ends the session that the browser had before it signed in at the issuer anew, as `replaceSession` does: its tokens
 * are good for another moment, for tabs that have not heard yet. Its refresh token is not revoked at the issuer: some
 * end with it all that the person granted, the new session's token too.
 */
export async function endReplacedSession(sessions: OidcSessions, id: string | null): Promise<void> {
  if (id === null) return
  await sessions.refreshes.over(id)
  const uid = await sessions.identityDb.transaction().execute(async (tx) => {
    await boundLockWait(tx)
    return await markOidcSessionReplaced(tx, id)
  })
  if (uid !== undefined) await sessions.accountChanged(uid)
}

/** The session if it lived, and whose it was also where it had been replaced. */
async function endById(
  sessions: OidcSessions,
  id: string,
): Promise<{ session: OidcSession | undefined; uid: string | undefined }> {
  // A refresh holds the row while the issuer answers: many sign-outs would wait for it with a connection each.
  await sessions.refreshes.over(id)
  return await sessions.identityDb.transaction().execute(async (tx) => {
    await boundLockWait(tx)
    const session = await lockOidcSession(tx, sessions, id)
    return { session, uid: await deleteOidcSession(tx, id) }
  })
}

async function refreshed(sessions: OidcSessions, id: string, reply: FastifyReply): Promise<SignedIn> {
  const { session, idToken } = await sessions.refreshes.shared(
    { id, uid: async () => await requireOwner(sessions.identityDb, id) },
    async () => await renewed(sessions, id),
  )
  const verified = await verifiedAgain(sessions, session, idToken)
  const { uid, email, emailVerified } = await sessions.actorOf(asOf(verified, session.signedInAt))
  if (session.refreshToken !== null) keepOidcCookie(reply, sessions, id)
  const member = await findMemberBySub(sessions.db, verified.iss, verified.sub)
  return {
    user: {
      uid,
      email,
      emailVerified,
      displayName: member?.displayName ?? null,
      photoURL: member?.photoURL ?? null,
    },
    accessToken: idToken,
    expiresInSec: Math.max(0, Math.floor(decodeJwt(idToken).exp! - Date.now() / 1000)),
  }
}

/**
 * The session's next ID token. The row's lock lets one refresh at a time spend the refresh token, in all processes, and
 * what the issuer gives for it is committed before it is checked: a failure after that costs a retry and not the
 * session. Throws `user_token_expired`, and `unavailable` where the issuer renewed nothing.
 */
async function renewed(sessions: OidcSessions, id: string): Promise<Renewed> {
  const { identityDb, client } = sessions
  const outcome = await identityDb.transaction().execute(async (tx) => {
    const session = await lockOidcSession(tx, sessions, id)
    if (!session) return null
    const { refreshToken, idToken } = session
    if (refreshToken === null) return { session, idToken }
    try {
      const tokens = await client.refresh(refreshToken, async (given) => {
        await keepTokens(tx, sessions.secret, session, given)
      })
      return { session, idToken: tokens?.idToken ?? null }
    } catch (error) {
      return { session, idToken: null, error: error as Error }
    }
  })
  if (!outcome) throw problem('user_token_expired')
  if ('error' in outcome)
    // Also where the issuer does not know our secret any more: that is not the member's to mend.
    throw problem('unavailable', {
      internal: 'The issuer renewed no session',
      cause: outcome.error,
      headers: { 'retry-after': '5' },
    })
  const { session, idToken } = outcome
  if (idToken === null) return await endUnrenewed(sessions, session)
  return { session, idToken }
}

/** A session without a refresh token is over with its ID token; so is one whose token is not as it must be any more. */
async function verifiedAgain(
  sessions: OidcSessions,
  session: OidcSession,
  idToken: string,
): Promise<VerifiedToken> {
  try {
    const verified = await sessions.verifier.verify(idToken)
    if (verified.sub === session.sub) return verified
  } catch (error) {
    if (!(error instanceof Problem && error.status === 401)) throw error
    return await endUnrenewed(sessions, session, error)
  }
  return await endUnrenewed(sessions, session)
}

async function endUnrenewed(sessions: OidcSessions, { id, uid }: OidcSession, cause?: Error): Promise<never> {
  await sessions.identityDb.transaction().execute(async (tx) => await deleteOidcSession(tx, id))
  await sessions.accountChanged(uid)
  throw problem('user_token_expired', cause && { cause, internal: cause.message })
}

/** A renewed token is no younger than the sign-in it comes from. */
function asOf(verified: VerifiedToken, signedInAt: Date): VerifiedToken {
  return { ...verified, issuedAt: signedInAt, signedInAt }
}
