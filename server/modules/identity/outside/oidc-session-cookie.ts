import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Secret } from '#server/platform/secret.ts'
import { sessionIdleSec } from '../engine.ts'
import { sessionCookie } from '../session-cookie.ts'

/** Which session a browser has: of the issuer's tokens it holds none. */
const shape = z.object({ sessionId: z.string() })

interface Surroundings {
  secret: Secret
  publicOrigin: string
}

const purpose = 'outside session'

/** Gives the browser its session, sealed: only this installation can make one. */
export function keepOidcCookie(
  reply: FastifyReply,
  { secret, publicOrigin }: Surroundings,
  sessionId: string,
): void {
  const { name, attributes } = sessionCookie(publicOrigin)
  const sealed = secret.seal(purpose, 'cookie', JSON.stringify({ sessionId }))
  reply.setCookie(name, sealed, { ...attributes, maxAge: sessionIdleSec })
}

/** The id of the browser's session; null for a cookie that was changed, or sealed under another secret. */
export function readOidcCookie(
  request: FastifyRequest,
  { secret, publicOrigin }: Surroundings,
): string | null {
  const sealed = request.cookies[sessionCookie(publicOrigin).name]
  if (sealed === undefined) return null
  try {
    return shape.parse(JSON.parse(secret.open(purpose, 'cookie', sealed))).sessionId
  } catch {
    return null
  }
}
