import Fastify, { LogController, type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { permissionsPolicy } from './permissions-policy.ts'
import type { ProxyWatch } from './proxy-watch.ts'
import { hostJudge, type HostSettings } from './requested-host.ts'
import { logRequest } from './server.ts'

/**
 * A Fastify without the kernel's hooks, for addresses where these would cost more than the answer: a redirect took
 * three times as long with them. Routes registered here set headers, limits and errors themselves.
 */
export function createFastLane(
  config: Pick<Config, 'trustProxy'> & HostSettings,
  log: Logger,
  proxyWatch: ProxyWatch,
): FastifyInstance {
  const lane: FastifyInstance = Fastify({
    loggerInstance: log as never,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false, caseSensitive: true },
    // An address that cannot be decoded, or is too long, names nothing: the lane's own answer for that.
    frameworkErrors: (_error, request, reply) => {
      request.raw.url = '/'
      lane.routing(request.raw, reply.raw)
    },
  }) as unknown as FastifyInstance
  // The log knows no request by name here, so none needs a logger of its own.
  lane.setChildLoggerFactory((logger) => logger)
  // A hook only where it says something.
  if (log.isLevelEnabled('info'))
    lane.addHook('onResponse', (request, reply, done) => {
      logRequest(request, reply)
      done()
    })
  const judgeHost = hostJudge(config)
  lane.addHook('onRequest', (request, reply, done) => {
    proxyWatch.look(request.raw)
    const failure = judgeHost(request)
    if (!failure) return done()
    reply.code(failure.status).type('text/plain; charset=utf-8').headers({
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
      'permissions-policy': permissionsPolicy,
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
    })
    void reply.send(`${failure.message}\n`)
  })
  return lane
}

/** Hands every request below `prefix` (`/s/`) to `lane`, before `app`'s hooks where it comes over a socket. */
export function openFastLane(app: FastifyInstance, prefix: string, lane: FastifyInstance): void {
  // For `inject()`, which knows no socket, and for the second server that Fastify opens for `localhost`.
  app.all(`${prefix}*`, (request, reply) => {
    reply.hijack()
    lane.routing(request.raw, reply.raw)
  })
  for (const kernel of app.server.listeners('request')) {
    app.server.removeListener('request', kernel as never)
    app.server.on('request', (request, response) => {
      if (request.url?.startsWith(prefix)) lane.routing(request, response)
      else (kernel as typeof lane.routing)(request, response)
    })
  }
  app.addHook('onReady', async () => {
    await lane.ready()
  })
  app.addHook('preClose', async () => await lane.close())
}
