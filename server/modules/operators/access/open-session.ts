import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OperatorSignedIn } from '#contracts/operator-session.schemas.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { askerOf } from '#server/platform/mail/who-asked.ts'
import { operate } from '../operate.ts'
import { keepActive } from '../operator-queries.ts'
import type { OperatorAccessDeps } from './access-deps.ts'
import { setKnownBrowser } from './known-browser.ts'
import { meOf } from './operator-me.ts'
import { insertSession, newAccessToken, sessionOfCookie, type OperatorSession } from './operator-sessions.ts'
import { setSessionCookie } from './session-cookie.ts'

/** The call that signs in: what it says of the browser, and where the cookie goes. */
export interface SigningIn {
  request: FastifyRequest
  reply: FastifyReply
}

/** By what a session was opened, as the log says it. */
export type SignInWay = 'passkey' | 'authenticator' | 'invitation'

/**
 * Opens a session for an operator who has just proved who they are, as an act of the log; answers its cookie's secret.
 * Throws `forbidden` for one who is disabled.
 */
export async function openSession(
  tx: Tx,
  deps: OperatorAccessDeps,
  { operatorId, by }: { operatorId: string; by: SignInWay },
  request: FastifyRequest,
): Promise<string> {
  const { name, email, role } = await keepActive(tx, operatorId)
  const { userAgent, country } = askerOf(request, deps)
  const { sessionId, secret } = await insertSession(tx, { operatorId, userAgent, country })
  await operate(
    tx,
    { via: 'console', operatorId, name, email, role, requestId: request.id },
    { action: 'session.open', target: operatorId, after: { session: sessionId, by } },
  )
  return secret
}

/** Hands the cookie of a new session out, with its first access token. */
export async function signedIn(
  deps: OperatorAccessDeps,
  secret: string,
  { reply }: SigningIn,
): Promise<OperatorSignedIn> {
  setSessionCookie(reply, deps.publicOrigin, secret)
  const session = await sessionOfCookie(deps.db, secret, deps.sessionRules)
  if (!session) throw problem('unauthenticated')
  setKnownBrowser(reply, deps, session.operatorId)
  return await withToken(deps.db, session, deps)
}

/** The next access token of a living session, with what it is for. */
export async function withToken(
  db: Db,
  session: OperatorSession,
  { sessionRules }: Pick<OperatorAccessDeps, 'sessionRules'>,
): Promise<OperatorSignedIn> {
  const { token, expiresAt } = await newAccessToken(db, session.sessionId)
  return {
    accessToken: token,
    expiresAt: expiresAt.toISOString(),
    me: meOf(
      { ...session, via: 'console', scopes: null, session: { ...session, id: session.sessionId } },
      sessionRules,
    ),
  }
}
