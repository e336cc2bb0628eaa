import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newToken } from '#server/platform/secret-token.ts'
import type { OperatorAccessDeps } from './access-deps.ts'

type Deps = Pick<OperatorAccessDeps, 'secret' | 'publicOrigin'>

/** Days a browser is known after its last sign-in; browsers keep no cookie longer. */
const knownDays = 400

/**
 * The cookie by which a browser is known that an operator signed in with: it opens nothing, so a copied one is worth
 * mails to that operator alone. It proves itself and nothing is kept of it; the last operator's takes the place of
 * another's.
 */
function cookie(publicOrigin: string) {
  const secure = publicOrigin.startsWith('https:')
  return {
    name: secure ? '__Secure-crels_console_browser' : 'crels_console_browser',
    attributes: {
      httpOnly: true,
      sameSite: 'strict',
      secure,
      path: '/console/session',
      maxAge: knownDays * 24 * 60 * 60,
    },
  } as const
}

/** Has the browser known as one that an operator signed in with. */
export function setKnownBrowser(
  reply: FastifyReply,
  { secret, publicOrigin }: Deps,
  operatorId: string,
): void {
  const { token } = newToken()
  const { name, attributes } = cookie(publicOrigin)
  reply.setCookie(name, `${token}.${proofOf(secret, operatorId, token).toString('base64url')}`, attributes)
}

/** What a request's cookie says of its browser, not looked at yet; null without one. */
export function browserCookie(request: FastifyRequest, publicOrigin: string): string | null {
  const value = request.cookies[cookie(publicOrigin).name]
  return value !== undefined && /^[\w-]{43}\.[\w-]{43}$/.test(value) ? value : null
}

/** By what a browser is counted that this operator signed in with before, else null. */
export function knownBrowser(
  { secret }: Pick<Deps, 'secret'>,
  operatorId: string,
  value: string | null,
): string | null {
  const [token, proof] = value?.split('.') ?? []
  if (token === undefined || proof === undefined) return null
  const expected = proofOf(secret, operatorId, token)
  const given = Buffer.from(proof, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}

function proofOf(secret: Deps['secret'], operatorId: string, token: string): Buffer {
  return secret.hash('operator browser', `${operatorId} ${token}`)
}
