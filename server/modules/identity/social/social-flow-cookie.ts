import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Secret } from '#server/platform/secret.ts'
import type { CodeFlow } from '../code-flow.ts'

/** A sign-in under way, as the browser that began it carries it. */
export interface PendingSignIn extends CodeFlow {
  provider: string
  /** A path of ours to go on to. */
  redirect: string
  /** The session that the browser has, which its strict cookie cannot say on the way back. */
  sessionId: string | null
  /** Whether that session is to be proved, and none opened. */
  isProof: boolean
}

/** One that came back, with when the browser left. */
export type ReturnedSignIn = PendingSignIn & { beganAt: Date }

/** Minutes for which a person may be away at the provider. */
const pendingMinutes = 10

const pendingShape = z.object({
  provider: z.string(),
  redirect: z.string(),
  sessionId: z.nullable(z.string()),
  isProof: z.boolean(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  expiresAtMs: z.number(),
})

const purpose = 'social sign-in'

/**
 * Sealed, and `Lax`: the way back from the provider is a navigation from another site, which a `Strict` cookie does
 * not travel with. `__Host-` over https, so that no subdomain can plant one.
 */
function cookie(publicOrigin: string) {
  const secure = publicOrigin.startsWith('https:')
  return {
    name: secure ? '__Host-crels_social' : 'crels_social',
    attributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
  } as const
}

interface Surroundings {
  secret: Secret
  publicOrigin: string
}

export function keepPending(
  reply: FastifyReply,
  { secret, publicOrigin }: Surroundings,
  pending: PendingSignIn,
) {
  const { name, attributes } = cookie(publicOrigin)
  const expiresAtMs = Date.now() + pendingMinutes * 60_000
  const sealed = secret.seal(purpose, 'cookie', JSON.stringify({ ...pending, expiresAtMs }))
  reply.setCookie(name, sealed, { ...attributes, maxAge: pendingMinutes * 60 })
}

/** The sign-in this browser began within ten minutes, and takes its cookie back; null where there is none. */
export function takePending(
  request: FastifyRequest,
  reply: FastifyReply,
  { secret, publicOrigin }: Surroundings,
): ReturnedSignIn | null {
  const { name, attributes } = cookie(publicOrigin)
  const sealed = request.cookies[name]
  if (sealed === undefined) return null
  reply.clearCookie(name, attributes)
  try {
    const { expiresAtMs, ...pending } = pendingShape.parse(JSON.parse(secret.open(purpose, 'cookie', sealed)))
    const beganAt = new Date(expiresAtMs - pendingMinutes * 60_000)
    return expiresAtMs > Date.now() ? { ...pending, beganAt } : null
  } catch {
    // Changed on the way, or of another secret.
    return null
  }
}
