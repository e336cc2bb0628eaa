import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { analyticsCalls, type AnalyticsCall } from '#rules/analytics-message.ts'
import type { AnalyticsSettings } from '#server/analytics-settings.ts'
import type { Db } from '#server/platform/database.ts'
import { requireSameOrigin } from '#server/platform/http/origin.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Limited, RateLimiter } from '#server/platform/http/rate-limits.ts'
import { turns } from '#server/platform/turns.ts'
import { storeEvents } from './event-queries.ts'
import { requestMaxBytes, takeMessages } from './take-messages.ts'

export interface IntakeDeps {
  db: Db
  publicOrigin: string
  analytics: AnalyticsSettings
  rateLimiter: RateLimiter
}

/** For the count of requests; it is no endpoint of the API. */
const intake: Limited = { id: 'analyticsIntake', access: 'public', ratePerMinute: 600 }

/** Requests that write at once, and that wait: a flood of events leaves most connections to the product. */
const atOnce = 4
const queueMax = 256

const results = ['stored', 'duplicate', 'refused'] as const
const counts: Record<(typeof results)[number], number> = { stored: 0, duplicate: 0, refused: 0 }

/** Registers what became of the events that this process was sent. */
export function registerIntakeCounter(registry: Registry): void {
  const counter: Counter<'result'> = new Counter({
    name: 'crels_analytics_events_total',
    help: 'Analytics events sent to this process: stored, sent before (duplicate), or not of the API (refused).',
    labelNames: ['result'],
    registers: [registry],
    collect: () => {
      counter.reset()
      for (const result of results) counter.inc({ result }, counts[result])
    },
  })
}

/**
 * The intake of analytics events, by the Segment HTTP API: the settings that its browser library asks for, the six
 * calls under their names and letters, and batches. For our own pages and for servers: a page of another origin is
 * refused. The body is JSON whatever its type says, since the library sends `text/plain`. An answer of 200 means that
 * the events are in the database; who has none sends them again, and each is stored once.
 */
export function intakeRoutes(server: FastifyInstance, deps: IntakeDeps): void {
  const { db, analytics, publicOrigin, rateLimiter } = deps
  if (!analytics.isOn) return
  const inTurn = turns({ atOnce, queueMax })

  const take = async (call: AnalyticsCall | 'batch', request: FastifyRequest, reply: FastifyReply) => {
    requireSameOrigin(request, publicOrigin)
    if (isTrackingRefused(request)) return reply.send({ success: true })
    const { messages, refused } = takeMessages(request, call, analytics)
    const forward = analytics.forward !== null
    const stored = messages.length > 0 ? await inTurn(() => storeEvents(db, messages, { forward })) : 0
    counts.stored += stored
    counts.duplicate += messages.length - stored
    counts.refused += refused
    return reply.header('cache-control', 'no-store').send({ success: true })
  }

  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: requestMaxBytes }, (_, body, done) =>
      done(null, parsed(body as string)),
    )
    // Before the body is read.
    scope.addHook('onRequest', async (request) => await rateLimiter.address(intake, request))
    scope.get<{ Params: { writeKey: string } }>('/v1/projects/:writeKey/settings', async (request, reply) => {
      if (request.params.writeKey !== analytics.writeKey) throw problem('not_found')
      return reply.header('cache-control', 'public, max-age=300').send(settingsDocument(request, deps))
    })
    const options = { bodyLimit: requestMaxBytes }
    for (const [letter, call] of Object.entries(analyticsCalls))
      for (const name of [letter, call])
        scope.post(`/v1/${name}`, options, async (request, reply) => await take(call, request, reply))
    for (const name of ['b', 'batch', 'import'])
      scope.post(`/v1/${name}`, options, async (request, reply) => await take('batch', request, reply))
  })
}

/** Who says so is not counted, whatever a page of an older build sends. */
function isTrackingRefused({ headers }: FastifyRequest): boolean {
  return headers['sec-gpc'] === '1' || headers.dnt === '1'
}

/** Undefined for what is no JSON, which is refused with the rest that holds no message. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/**
 * What the browser library asks for before it sends: where to, by the host that the page is open under, and that it
 * reports nothing about itself to its maker.
 */
function settingsDocument(request: FastifyRequest, { analytics, publicOrigin }: IntakeDeps): object {
  const own = new URL(publicOrigin)
  const protocol = request.host === own.host ? own.protocol.slice(0, -1) : request.protocol
  return {
    integrations: {
      'Segment.io': {
        apiKey: analytics.writeKey,
        apiHost: `${request.host}/v1`,
        protocol,
        addBundledMetadata: false,
        unbundledIntegrations: [],
        maybeBundledConfigIds: {},
      },
    },
    enabledMiddleware: {},
    middlewareSettings: { routingRules: [] },
    remotePlugins: [],
    legacyVideoPluginsEnabled: false,
    analyticsNextEnabled: true,
    metrics: { sampleRate: 0 },
  }
}
