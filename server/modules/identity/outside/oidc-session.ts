import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import type { SignedIn, SignedInOrNot } from '#contracts/identity.responses.ts'
import { findMemberBySub, type MemberDirectory } from '#server/modules/accounts/public.ts'
import type { Db } from '#server/platform/database.ts'
import { Problem, problem } from '#server/platform/http/problems.ts'
import type { Secret } from '#server/platform/secret.ts'
import type { TokenVerifier, VerifiedToken } from '#server/platform/verified-token.ts'
import { clearSessionCookie, hasSessionCookie } from '../session-cookie.ts'
import type { OidcClient, OidcTokens } from './oidc-client.ts'
import { keepOidcSession, readOidcSession, type OidcSession } from './oidc-session-cookie.ts'

/** What sessions with an outside issuer work with. */
export interface OidcSessions {
  db: Db
  secret: Secret
  publicOrigin: string
  /** By which the members are known. */
  issuer: string
  client: OidcClient
  verifier: TokenVerifier
  actorOf: MemberDirectory['actorOf']
  endSessions(uid: string): Promise<void>
}

type Http = { request: FastifyRequest; reply: FastifyReply }

/**
 * Signs in whoever came back with these tokens: the member is found or made, and the browser given its session.
 * Throws `user_disabled`, and `unauthenticated` where the ID token is not as it must be.
 */
export async function beginOidcSession(
  sessions: OidcSessions,
  reply: FastifyReply,
  { idToken, refreshToken }: OidcTokens,
): Promise<void> {
  const verified = await sessions.verifier.verify(idToken)
  const session = {
    sub: verified.sub,
    refreshToken,
    idToken: refreshToken === null ? idToken : null,
    signedInAtMs: Date.now(),
  }
  await sessions.actorOf(asOf(verified, session))
  keepOidcSession(reply, sessions, session)
}

/**
 * A fresh ID token for the session of the cookie, which slides; nobody where there is no session. Throws
 * `user_token_expired`, `user_disabled`, `user_deleted`, and `unavailable` while the issuer does not answer: nobody is
 * signed out for that.
 */
export async function refreshOidcSession(
  sessions: OidcSessions,
  { request, reply }: Http,
): Promise<SignedInOrNot> {
  reply.header('cache-control', 'no-store')
  if (!hasSessionCookie(request, sessions.publicOrigin)) return { user: null }
  try {
    const session = readOidcSession(request, sessions)
    if (!session) throw problem('user_token_expired')
    return await refreshed(sessions, session, reply)
  } catch (error) {
    if (error instanceof Problem && error.status < 500) clearSessionCookie(reply, sessions.publicOrigin)
    throw error
  }
}

/** Ends the session here; with `everywhere` every other ends with its next refresh, and their tokens at once. */
export async function endOidcSession(
  sessions: OidcSessions,
  { request, reply }: Http,
  { everywhere }: { everywhere: boolean },
): Promise<void> {
  const session = readOidcSession(request, sessions)
  clearSessionCookie(reply, sessions.publicOrigin)
  if (!session) return
  if (session.refreshToken !== null)
    // The session is over here, whether or not the issuer hears of it.
    void sessions.client.revoke(session.refreshToken).catch((error: Error) => {
      request.log.debug({ name: error.name }, 'A refresh token was not revoked')
    })
  if (!everywhere) return
  const member = await findMemberBySub(sessions.db, sessions.issuer, session.sub)
  if (member) await sessions.endSessions(member.uid)
}

async function refreshed(
  sessions: OidcSessions,
  session: OidcSession,
  reply: FastifyReply,
): Promise<SignedIn> {
  const tokens = await renewed(sessions, session)
  if (!tokens) throw problem('user_token_expired')
  const verified = await verifiedAgain(sessions, tokens.idToken)
  if (verified.sub !== session.sub) throw problem('user_token_expired')
  const { uid, email, emailVerified } = await sessions.actorOf(asOf(verified, session))
  if (session.refreshToken !== null)
    keepOidcSession(reply, sessions, { ...session, refreshToken: tokens.refreshToken })
  const member = await findMemberBySub(sessions.db, verified.iss, verified.sub)
  return {
    user: {
      uid,
      email,
      emailVerified,
      displayName: member?.displayName ?? null,
      photoURL: member?.photoURL ?? null,
    },
    accessToken: tokens.idToken,
    expiresInSec: Math.max(0, Math.floor(decodeJwt(tokens.idToken).exp! - Date.now() / 1000)),
  }
}

async function renewed({ client }: OidcSessions, session: OidcSession): Promise<OidcTokens | null> {
  const { refreshToken, idToken } = session
  if (refreshToken === null) return idToken === null ? null : { idToken, refreshToken }
  try {
    return await client.refresh(refreshToken)
  } catch (error) {
    // Also where the issuer does not know our secret any more: that is not the member's to mend.
    throw problem('unavailable', {
      internal: 'The issuer renewed no session',
      cause: error,
      headers: { 'retry-after': '5' },
    })
  }
}

/** A session without a refresh token is over with its ID token; so is one whose token is not as it must be any more. */
async function verifiedAgain({ verifier }: OidcSessions, idToken: string): Promise<VerifiedToken> {
  try {
    return await verifier.verify(idToken)
  } catch (error) {
    if (error instanceof Problem && error.status === 401)
      throw problem('user_token_expired', { cause: error, internal: error.message })
    throw error
  }
}

/** A renewed token is no younger than the sign-in it comes from. */
function asOf(verified: VerifiedToken, { signedInAtMs }: OidcSession): VerifiedToken {
  const signedInAt = new Date(signedInAtMs)
  return { ...verified, issuedAt: signedInAt, signedInAt }
}
