import type { FastifyRequest } from 'fastify'
import { problem } from './problems.ts'

/** Refuses a request that a page of another origin caused: cookies travel with those. Throws `cross_origin`. */
export function requireSameOrigin(request: FastifyRequest, publicOrigin: string): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw problem('cross_origin')
  const origin = request.headers.origin
  if (origin === undefined) return
  // The Host header of a browser names the origin it talks to; a foreign page cannot set it.
  if (origin !== publicOrigin && origin !== `${request.protocol}://${request.host}`)
    throw problem('cross_origin')
}
