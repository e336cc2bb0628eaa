import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { openAccountDeletion } from './account-deletion.ts'
import { registerApi } from './api-routes.ts'
import { bootDataOf } from './boot-data.ts'
import { builtWebDir } from './build/web-build.ts'
import type { Config } from './config.ts'
import { registerHealth } from './health.ts'
import { openMemberExports } from './member-exports.ts'
import { openModuleParts } from './module-parts.ts'
import { openModules } from './modules.ts'
import type { ClickPath } from './modules/clicks/click-path.ts'
import { PushPump } from './modules/push/public.ts'
import { WebhookPump } from './modules/webhooks/public.ts'
import { openPlatform } from './open-platform.ts'
import { openOperations, type Operations } from './operations.ts'
import type { SharedClock } from './platform/clock.ts'
import type { DatabaseLogins } from './platform/database-logins.ts'
import type { Db } from './platform/database.ts'
import type { Files } from './platform/files/stored-files.ts'
import type { Route } from './platform/http/bind.ts'
import { drain } from './platform/http/drain.ts'
import { idempotencyExpiry } from './platform/http/idempotency-expiry.ts'
import { ProxyWatch } from './platform/http/proxy-watch.ts'
import { rateLimiter as openRateLimiter, unlimited } from './platform/http/rate-limits.ts'
import { createServer } from './platform/http/server.ts'
import { openJobs, type Jobs } from './platform/jobs.ts'
import { recordProductionUse } from './platform/production-use.ts'
import type { Secret } from './platform/secret.ts'
import { registerWebRoutes } from './web-routes.ts'

/** The running product: everything is made here and passed by hand. */
export interface App extends Operations {
  config: Config
  db: Db
  clock: SharedClock
  jobs: Jobs
  clicks: ClickPath
  files: Files
  secret: Secret
  /** As whom its pools log in. */
  logins: DatabaseLogins
  /** Delivers to brands' servers what is due. */
  webhooks: Pick<WebhookPump, 'deliverDue'>
  /** Sends to browsers' push services what is due. */
  push: Pick<PushPump, 'deliverDue'>
  server: FastifyInstance
  /** Listens at `config.host` and `config.port`; answers the address. */
  listen(): Promise<string>
  /** Works on the queue in this process. */
  work(): Promise<void>
  /** Drains and closes everything that was opened. */
  close(): Promise<void>
}

/** What a test or a measurement gives the product beside its settings. */
export interface AppParts {
  webDir?: string
  /** Endpoints beside its own. */
  also?: Route[]
  /** How long a redirect waits for the database, where the click folder refuses its click. */
  directClickWaitMs?: number
  /** How often a job's worker looks by itself. */
  lookSeconds?: number
}

/** Composes the product on a migrated database: opens the platform, and loops over the modules. */
export async function createApp(
  config: Config & { databaseUrl: string },
  log: Logger,
  { webDir = builtWebDir, also = [], directClickWaitMs, lookSeconds }: AppParts = {},
): Promise<App> {
  const platform = await openPlatform(config, log, () => jobs)
  const { db, clock, logins, listener } = platform
  const parts = await openModuleParts(platform, directClickWaitMs)
  const { access, clicks } = parts
  const webhooks = new WebhookPump(db, parts.webhooks)
  const push = new PushPump(db, parts.push)
  const ofModules = openModules(platform, parts)
  const accountDeletion = openAccountDeletion(platform, access, ofModules)
  const memberExports = openMemberExports(config, access, ofModules)
  const modules = [...ofModules, accountDeletion.module, memberExports.module]
  const jobs = openJobs(
    { url: logins.of('jobs').url, ownerUrl: config.databaseUrl },
    [...modules.flatMap((module) => module.jobs ?? []), ...platform.jobs, idempotencyExpiry(db)],
    { ...platform, lookSeconds },
  )
  await accountDeletion.applyTombstones()

  const proxyWatch = new ProxyWatch(config, log)
  const server = await createServer(config, log, proxyWatch)
  const rateLimiter = config.rateLimit ? openRateLimiter(server) : unlimited
  const answerWithin = registerApi(server, platform, { modules, parts, also, rateLimiter })
  registerHealth(server, platform, { modules, proxyWatch })
  for (const module of modules) module.register?.(server)
  let listening: Promise<void> | undefined
  // What was said of the site while the listener was not there yet.
  const listen = async () => await (listening ??= listener.start().then(platform.site.reload))
  server.addHook('onReady', async () => {
    await listen()
    await clicks.start()
    platform.followClock()
  })
  await registerWebRoutes(server, {
    ...platform,
    clicks,
    webDir,
    authenticator: access.authenticator,
    bootData: bootDataOf(config, access.memberOfPage, answerWithin),
    proxyWatch,
    rateLimiter,
  })

  return {
    ...openOperations(platform, parts, { accountDeletion, memberExports }),
    config,
    db,
    clock,
    jobs,
    clicks,
    files: platform.files,
    secret: platform.secret,
    logins,
    webhooks,
    push,
    server,
    listen: async () => {
      await recordProductionUse(db, config)
      return await server.listen({ host: config.host, port: config.port })
    },
    work: async () => {
      await recordProductionUse(db, config)
      await listen()
      await jobs.start()
      webhooks.start()
      push.start()
      for (const module of modules) module.work?.()
    },
    close: async () => {
      platform.stopClock()
      await drain(server)
      await Promise.all([clicks.close(), jobs.stop(), webhooks.close(), push.close()])
      platform.mailer.close()
      await Promise.all(modules.map(async ({ close }) => await close?.()))
      await platform.close()
    },
  }
}
