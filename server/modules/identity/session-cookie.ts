import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearSiteData } from '#server/platform/http/clear-site-data.ts'
import { networkOf } from '#server/platform/http/network-of.ts'
import { askerOf, type Asker } from '#server/platform/mail/who-asked.ts'
import type { IdentityDeps } from './identity-deps.ts'

/**
 * The cookie of the session, which is the refresh token: opaque, signed, out of reach of scripts and of other sites.
 * Over https it carries the `__Host-` prefix, so that no subdomain can set it.
 */
export function sessionCookie(publicOrigin: string) {
  const secure = publicOrigin.startsWith('https:')
  return {
    name: secure ? '__Host-crels_session' : 'crels_session',
    attributes: { httpOnly: true, sameSite: 'strict', secure, path: '/' },
  } as const
}

/** The cookie by which a browser that signed in before is known again (device-proof.ts). It opens nothing. */
export function deviceCookie(publicOrigin: string) {
  const secure = publicOrigin.startsWith('https:')
  return {
    name: secure ? '__Host-crels_device' : 'crels_device',
    secure,
  } as const
}

/** Who calls, as far as a session needs to know. */
export interface Caller {
  /** What the engine may see of a request: its session cookie and the browser's name, nothing else. */
  headers: Headers
  /** Whether there is a session cookie, valid or not. */
  hasSession: boolean
  /** The browser's name for itself, cut at 300 characters; empty where it sends none. */
  userAgent: string
  /** Of the network address, which goes no further … */
  country: string | null
  /** … but to be counted, for a day at most, under a keyed hash. */
  network: string
  /** When the request came, by `performance.now()`. */
  receivedAtMs: number
  /** By which the browser is known if it signed in before (device-proof.ts). */
  deviceToken: string | null
}

/** Reads of a request what a session may know. */
export function callerOf(
  request: FastifyRequest,
  { publicOrigin, countries }: Pick<IdentityDeps, 'publicOrigin' | 'countries'>,
): Caller {
  const asker = askerOf(request, { countries })
  return {
    headers: engineHeaders(request, publicOrigin, asker),
    hasSession: hasSessionCookie(request, publicOrigin),
    ...asker,
    network: networkOf(request.ip),
    receivedAtMs: performance.now(),
    deviceToken: deviceTokenOf(request, publicOrigin),
  }
}

function deviceTokenOf(request: FastifyRequest, publicOrigin: string): string | null {
  const token = request.cookies[deviceCookie(publicOrigin).name]
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : null
}

function engineHeaders(request: FastifyRequest, publicOrigin: string, { userAgent }: Asker): Headers {
  const { name } = sessionCookie(publicOrigin)
  const headers = new Headers()
  const value = request.cookies[name]
  if (value !== undefined) headers.set('cookie', `${name}=${encodeURIComponent(value)}`)
  headers.set('user-agent', userAgent)
  return headers
}

/** Whether the request carries a session cookie, valid or not. */
export function hasSessionCookie(request: FastifyRequest, publicOrigin: string): boolean {
  return request.cookies[sessionCookie(publicOrigin).name] !== undefined
}

/** Passes the engine's session cookie on to the browser. */
export function passCookies(reply: FastifyReply, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie)
}

/** Takes the session cookie back, and has the browser forget what it cached. */
export function clearSessionCookie(reply: FastifyReply, publicOrigin: string): void {
  const { name, attributes } = sessionCookie(publicOrigin)
  reply.clearCookie(name, attributes)
  clearSiteData(reply)
}
