import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EndpointCall, EndpointSchemas } from '#contracts/endpoint.ts'
import { actorKey, type Actor } from './actors.ts'
import { networkOf } from './network-of.ts'
import { problem } from './problems.ts'

/** What is limited: an endpoint, or another address with a limit of its own. */
export type Limited = Pick<EndpointCall, 'id' | 'access'> & Pick<EndpointSchemas, 'ratePerMinute'>

export interface RateLimiter {
  /** Counts a request of an address, before anything is known of it. Throws `too_many_requests`. */
  address(endpoint: Limited, request: FastifyRequest): Promise<void>
  /** Counts a request of an account. Throws `too_many_requests`. */
  actor(endpoint: Limited, request: FastifyRequest, actor: Actor): Promise<void>
}

/** No limits: for measurements, and for tests of other things. */
export const unlimited: RateLimiter = { address: async () => {}, actor: async () => {} }

const perMinute = { public: 1_200, bearer: 300, brand: 6_000, operator: 600 }

/** Limits by the minute, counted where `createServer` says; an endpoint with a limit of its own has a count of its own. */
export function rateLimiter(app: FastifyInstance): RateLimiter {
  const limiters = new Map<string, ReturnType<FastifyInstance['createRateLimit']>>()
  const actors = new WeakMap<FastifyRequest, string>()

  const check = async (by: 'address' | 'actor', endpoint: Limited, request: FastifyRequest, max: number) => {
    const name = `${by} ${endpoint.ratePerMinute ? endpoint.id : endpoint.access}`
    let limiter = limiters.get(name)
    if (!limiter) {
      const keyGenerator = (asked: FastifyRequest) =>
        `${name} ${by === 'actor' ? actors.get(asked) : networkOf(asked.ip)}`
      limiter = app.createRateLimit({ max, timeWindow: 60_000, keyGenerator })
      limiters.set(name, limiter)
    }
    const result = await limiter(request)
    if (result.isAllowed || !result.isExceeded) return
    const seconds = Math.max(1, result.ttlInSeconds)
    throw problem('too_many_requests', {
      members: { retryAfterSec: seconds },
      headers: { 'retry-after': String(seconds) },
    })
  }

  return {
    address: async (endpoint, request) => {
      // Behind one address there may be many accounts: only what needs no account has its own limit by address.
      const own = endpoint.access === 'public' ? endpoint.ratePerMinute : undefined
      await check(
        'address',
        endpoint,
        request,
        own ?? Math.max(perMinute.public, perMinute[endpoint.access], endpoint.ratePerMinute ?? 0),
      )
    },
    actor: async (endpoint, request, actor) => {
      actors.set(request, actorKey(actor))
      await check('actor', endpoint, request, endpoint.ratePerMinute ?? perMinute[endpoint.access])
    },
  }
}
