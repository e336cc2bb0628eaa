import type { FastifyRequest } from 'fastify'
import type { OperatorCaller } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { OperatorAccessDeps } from './access-deps.ts'
import { operatorOfKey } from './operator-keys.ts'
import { sessionOfToken, touchSession } from './operator-sessions.ts'

/**
 * The operator of a bearer: an access token of the console, or an API key. Throws `unauthenticated`, `access_token_expired`, and
 * `user_token_expired` where the session ended or its operator was disabled.
 */
export async function authenticateOperator(
  { db, sessionRules }: Pick<OperatorAccessDeps, 'db' | 'sessionRules'>,
  token: string,
  request: Pick<FastifyRequest, 'id' | 'headers'>,
): Promise<OperatorCaller> {
  if (/^crels_ok_[\w-]{43}$/.test(token)) return await callerOfKey(db, token, request)
  if (!/^crels_ot_[\w-]{43}$/.test(token)) throw noOperator()
  const session = await sessionOfToken(db, token, sessionRules)
  if (!session) throw noOperator()
  if (!session.isAlive) throw problem('user_token_expired')
  if (session.isExpired) throw problem('access_token_expired')
  const { sessionId, createdAt, provedAt, isRecent, operatorId, name, email, role } = session
  if (request.headers['x-background'] === undefined) await touchSession(db, sessionId)
  return {
    kind: 'operator',
    via: 'console',
    operatorId,
    name,
    email,
    role,
    scopes: null,
    session: { id: sessionId, createdAt, provedAt },
    isRecent,
    requestId: request.id,
  }
}

async function callerOfKey(
  db: OperatorAccessDeps['db'],
  secret: string,
  { id: requestId }: Pick<FastifyRequest, 'id'>,
): Promise<OperatorCaller> {
  const operator = await operatorOfKey(db, secret)
  if (!operator)
    throw problem('unauthenticated', { detail: 'This API key is not valid, was revoked or has expired.' })
  return { kind: 'operator', via: 'api key', ...operator, session: null, isRecent: false, requestId }
}

function noOperator() {
  return problem('unauthenticated', { detail: 'Send an operator’s access token or API key as the bearer.' })
}
