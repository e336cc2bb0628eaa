import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OperatorSignedIn } from '#contracts/operator-session.schemas.ts'
import type { Db, Tx } from '#server/platform/database.ts'
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

/** By what a session is opened: as the log says it, and what keeps a factor that was checked before there. */
export type SignInWay =
  | { by: 'passkey' | 'authenticator'; hold: (tx: Tx) => Promise<void> }
  | { by: 'invitation' }

/** A session that was opened: what its cookie says, and its first access token. */
interface OpenedSession {
  operatorId: string
  secret: string
  answer: OperatorSignedIn
}

/**
 * Opens a session for an operator who has just proved who they are, as an act of the log, with its first access token.
 * The factor is held meanwhile: an invitation that replaces it comes before, and this is refused, or ends this session.
 * Throws `forbidden` for one who is disabled, and what `hold` throws.
 */
export async function openSession(
  tx: Tx,
  deps: OperatorAccessDeps,
  { operatorId, ...way }: { operatorId: string } & SignInWay,
  request: FastifyRequest,
): Promise<OpenedSession> {
  const { name, email, role } = await keepActive(tx, operatorId)
  if (way.by !== 'invitation') await way.hold(tx)
  const { userAgent, country } = askerOf(request, deps)
  const { sessionId, secret } = await insertSession(tx, { operatorId, userAgent, country })
  await operate(
    tx,
    { via: 'console', operatorId, name, email, role, requestId: request.id },
    { action: 'session.open', target: operatorId, after: { session: sessionId, by: way.by } },
  )
  const session = await sessionOfCookie(tx, secret, deps.sessionRules)
  return { operatorId, secret, answer: await withToken(tx, session!, deps) }
}

/** Hands the cookie of a new session out, with its first access token. */
export function signedIn(
  deps: OperatorAccessDeps,
  { operatorId, secret, answer }: OpenedSession,
  { reply }: SigningIn,
): OperatorSignedIn {
  setSessionCookie(reply, deps.publicOrigin, secret)
  setKnownBrowser(reply, deps, operatorId)
  return answer
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
