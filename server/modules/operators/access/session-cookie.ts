import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The cookie of a session of the console: out of reach of scripts, of other sites, and of the members' app, whose pages
 * it is never sent with. `__Host-` would ask for the path `/`.
 */
function cookie(publicOrigin: string) {
  const secure = publicOrigin.startsWith('https:')
  return {
    name: secure ? '__Secure-crels_console' : 'crels_console',
    attributes: { httpOnly: true, sameSite: 'strict', secure, path: '/console' },
  } as const
}

/** The secret that a request's cookie carries. */
export function cookieSecret(request: FastifyRequest, publicOrigin: string): string | undefined {
  const secret = request.cookies[cookie(publicOrigin).name]
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined
}

/** Hands the cookie out; it ends with the session at the latest, or with the browser. */
export function setSessionCookie(reply: FastifyReply, publicOrigin: string, secret: string): void {
  const { name, attributes } = cookie(publicOrigin)
  reply.setCookie(name, secret, attributes)
}

export function clearSessionCookie(reply: FastifyReply, publicOrigin: string): void {
  const { name, attributes } = cookie(publicOrigin)
  reply.clearCookie(name, attributes)
}
