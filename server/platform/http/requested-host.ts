import type { FastifyRequest } from 'fastify'
import { isLoopback } from '#rules/loopback.ts'
import type { Config } from '#server/config.ts'
import { problem, type Problem } from './problems.ts'

/** What decides under which hosts requests are answered. */
export type HostSettings = Pick<
  Config,
  'publicOrigin' | 'allowedHosts' | 'developmentTools' | 'developmentHosts'
>

/** Asked by address, as balancers and Prometheus do; they say nothing that depends on the host. */
const anyHost = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Judges the Host of each request: that of PUBLIC_ORIGIN, this machine, and those of ALLOWED_HOSTS are answered. A
 * foreign name that leads here (DNS rebinding) is not, since a page of theirs would count as one of ours.
 */
export function hostJudge(settings: HostSettings): (request: FastifyRequest) => Problem | undefined {
  const named = settings.developmentTools === true ? settings.developmentHosts : []
  const forDevelopment = new Set(named.map(asUrlHost))
  const known = new Set([
    new URL(settings.publicOrigin).hostname.toLowerCase(),
    ...settings.allowedHosts.map(asUrlHost),
    ...forDevelopment,
  ])
  return (request) => {
    const host = request.hostname.toLowerCase()
    // By what the router has found: it reads `/%64ev/` and an absolute address as `/dev/`, too.
    const isDev = request.routeOptions.url?.startsWith('/dev/') ?? false
    if (!known.has(host) && !isLoopback(host) && !anyHost.has(request.url.split('?', 1)[0]!))
      return problem('misdirected_request')
    return isDev && !forDevelopment.has(host) ? judgePlace(request) : undefined
  }
}

/** Why what is open to this machine alone stays closed: asked under another host, or handed on by a proxy. */
export function judgePlace(request: FastifyRequest): Problem | undefined {
  if (!isLoopback(request.hostname)) return problem('misdirected_request')
  return proxyHeaders.some((name) => request.headers[name] !== undefined) ? problem('not_found') : undefined
}

const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via']

function asUrlHost(host: string): string {
  return (host.includes(':') ? `[${host}]` : host).toLowerCase()
}
