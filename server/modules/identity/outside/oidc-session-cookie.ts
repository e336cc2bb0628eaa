import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Secret } from '#server/platform/secret.ts'
import { sessionLifetimeSec } from '../engine.ts'
import { sessionCookie } from '../session-cookie.ts'

const shape = z.object({
  sub: z.string(),
  /** Renews the session at the issuer; null where it gives none, and the session is as long as its ID token. */
  refreshToken: z.string().nullable(),
  idToken: z.string().nullable(),
  /** When the person came back from the issuer: what a sign-out everywhere is compared with. */
  signedInAtMs: z.number(),
})

/** The session of a browser with an outside issuer, sealed: nobody but us can read or make one. */
export type OidcSession = z.output<typeof shape>

interface Surroundings {
  secret: Secret
  publicOrigin: string
}

const purpose = 'outside session'
/** What every browser keeps of a cookie, its name and attributes beside. */
const longestCookie = 4000

/** Throws where the issuer's tokens are too long to be carried. */
export function keepOidcSession(
  reply: FastifyReply,
  { secret, publicOrigin }: Surroundings,
  session: OidcSession,
) {
  const { name, attributes } = sessionCookie(publicOrigin)
  const sealed = secret.seal(purpose, JSON.stringify(session))
  if (sealed.length > longestCookie)
    throw new Error(
      `The session of the issuer has ${sealed.length} characters; a cookie holds ${longestCookie}`,
    )
  reply.setCookie(name, sealed, { ...attributes, maxAge: sessionLifetimeSec })
}

/** Null for a cookie that was changed, or sealed under another secret. */
export function readOidcSession(
  request: FastifyRequest,
  { secret, publicOrigin }: Surroundings,
): OidcSession | null {
  const sealed = request.cookies[sessionCookie(publicOrigin).name]
  if (sealed === undefined) return null
  try {
    return shape.parse(JSON.parse(secret.open(purpose, sealed)))
  } catch {
    return null
  }
}
