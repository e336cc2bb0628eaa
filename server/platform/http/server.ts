import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { ProblemCode } from '#contracts/errors.ts'
import { newId } from '../ids.ts'
import { inLanguage, languageOf } from '../language.ts'
import { DatabaseAway } from '../outage.ts'
import { sparingLog, type SparingLog } from '../sparing-log.ts'
import { traceIdOf, traceRequests } from '../tracing/request-spans.ts'
import { clearSiteData, isSessionEnd } from './clear-site-data.ts'
import { problemOf } from './failures.ts'
import { permissionsPolicy } from './permissions-policy.ts'
import { problem, problemDetails, type Problem } from './problems.ts'
import type { ProxyWatch } from './proxy-watch.ts'
import { RequestMetrics } from './request-metrics.ts'
import { keepRawBody } from './raw-body.ts'
import { hostJudge } from './requested-host.ts'
import { securityHeaders } from './security-headers.ts'
import { answerUnreadable } from './unreadable-request.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** For what fails again with every request. */
    logSparingly: SparingLog
  }
  interface FastifyRequest {
    /** The code it was refused with, for its line in the log. */
    refusal: ProblemCode | undefined
  }
}

/**
 * A Fastify instance with everything that is the same for all of it: limits, headers, ids, errors, back-pressure. `counts`
 * keeps rate limits elsewhere than in this process.
 */
export async function createServer(
  config: Config,
  log: Logger,
  proxyWatch: ProxyWatch,
  requests = new RequestMetrics(),
  counts: FastifyRateLimitStoreCtor | null = null,
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: log as never,
    genReqId: () => newId('request'),
    // The request log names no address and no query: both can identify a person.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: 64 * 1024,
    connectionTimeout: 30_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // What still comes while it closes, on connections that a proxy keeps open, is answered: a 503 would reach people.
    return503OnClosing: false,
    // Longer than any address Node reads: the schemas say how long a parameter may be.
    routerOptions: { maxParamLength: 20_000, ignoreTrailingSlash: false, caseSensitive: true },
    // An address that cannot be decoded is read as it is written: it names nothing, and is answered like that.
    frameworkErrors: (_error, request, reply) => {
      request.raw.url = request.raw.url!.replaceAll('%', '%25')
      app.routing(request.raw, reply.raw)
    },
    clientErrorHandler: answerUnreadable(config.publicOrigin, log),
  }) as unknown as FastifyInstance
  app.decorate('logSparingly', sparingLog(log))
  app.decorateRequest('refusal', undefined)
  traceRequests(app)
  app.server.maxConnections = config.connectionsMax
  app.server.on('drop', () =>
    app.logSparingly(
      'connections',
      { max: config.connectionsMax },
      'MAX_CONNECTIONS is reached: a client was closed',
    ),
  )
  await app.register(helmet, securityHeaders(config))
  await app.register(cookie)
  const speak = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void =>
    inLanguage(languageOf(request), done)
  // Twice: after a body is read, the request goes on in the stream's context, which has no language.
  app.addHook('onRequest', speak)
  app.addHook('preValidation', speak)
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  await app.register(rateLimit, {
    global: false,
    cache: 100_000,
    ...(counts && { store: counts }),
  })
  await app.register(underPressure, {
    // A test's machine is busy with other tests: being late is no sign of anything there.
    maxEventLoopDelay: config.env === 'test' ? 0 : 2_000,
    pressureHandler: () => {
      throw problem('unavailable', { headers: { 'retry-after': '5' } })
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('permissions-policy', permissionsPolicy)
  })
  const judgeHost = hostJudge(config)
  app.addHook('onRequest', async (request) => {
    proxyWatch.look(request.raw)
    const failure = judgeHost(request)
    if (failure) throw failure
  })
  readJson(app)
  readBytes(app)
  app.addHook('onResponse', async (request, reply) => {
    requests.observe(request, reply)
    logRequest(request, reply)
  })
  app.setErrorHandler((error, request, reply) =>
    sendProblem(problemOf(error), request, reply, config.publicOrigin),
  )
  return app
}

/** What answers an address that is no endpoint's: with a page, also for one that holds what is no text. */
export const pageRoute = '/*'

/** Writes a failure as problem+json and logs what is ours to mend. */
export function sendProblem(
  failure: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  publicOrigin: string,
): FastifyReply {
  logFailure(failure, request)
  if (failure.status === 401) {
    const error = failure.code === 'unauthenticated' ? '' : ', error="invalid_token"'
    reply.header('www-authenticate', `Bearer realm="crels"${error}`)
  }
  if (isSessionEnd(failure.code)) clearSiteData(reply)
  reply.headers(failure.options.headers ?? {})
  // A request refused before its endpoint was known: a 404 could be kept otherwise.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  return reply
    .code(failure.status)
    .type('application/problem+json')
    .send(JSON.stringify(problemDetails(failure, publicOrigin, request.id)))
}

function logFailure(failure: Problem, request: FastifyRequest): void {
  const { cause } = failure
  // The client closed the request: that is no failure of ours.
  const brokenOff = request.raw.destroyed && !request.raw.complete
  const named = { reqId: request.id, code: failure.code, status: failure.status }
  // Its line at `info` names the code, for who is given a request's id.
  request.refusal = failure.code
  if (failure.status < 500 || brokenOff) return
  const fields = { err: cause ?? failure, ...named }
  if (failure.code !== 'unavailable') return request.log.error(fields, failure.message)
  // That the database is away is said once, by DatabaseHealth: here only which requests were answered so.
  if (cause instanceof DatabaseAway) return request.server.logSparingly('database away', named, 'unavailable')
  const kind = (cause as { code?: string } | undefined)?.code ?? failure.code
  request.server.logSparingly(kind, fields, failure.message)
}

/** One line a request at `info`: the route and what came of it, and no address, query or person. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      code: request.refusal,
      traceId: traceIdOf(request),
    },
    'request',
  )
}

/** JSON bodies; an empty one counts as none, and text that PostgreSQL cannot store is refused at the door. */
function readJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    keepRawBody(request, body as string)
    if (body === '') return done(null, undefined)
    void parse(request, body as string, (error, value) => {
      if (error) return done(problem('malformed_request', { cause: error }))
      done(isStorable(body as string, value) ? null : notText(), value)
    })
  })
  app.addHook('onRequest', async (request) => {
    if (request.url.includes('%00') && request.routeOptions.url !== pageRoute) throw notText()
  })
}

/** Images and lists as the bytes they are; only endpoints that want them get any (`bodyTypes`). */
function readBytes(app: FastifyInstance) {
  app.addContentTypeParser(
    ['image/jpeg', 'image/png', 'image/webp', 'image/svg+xml', 'text/csv'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  )
}

/** Whether every text in a value can be stored: none has a null character or half of a surrogate pair. */
function isStorable(json: string, value: unknown): boolean {
  // Both come as escapes only, and JSON is written with these two escaped again, but nothing else of the kind.
  return !json.includes('\\u') || !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(JSON.stringify(value))
}

function notText(): Problem {
  return problem('malformed_request', { detail: 'A null character or half of a character is no text.' })
}
