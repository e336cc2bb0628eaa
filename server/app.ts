import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { openAccountDeletion } from './account-deletion.ts'
import { registerApi } from './api-routes.ts'
import { bootDataOf } from './boot-data.ts'
import { builtWebDir } from './build/web-build.ts'
import type { Config } from './config.ts'
import { demoModule } from './demo/demo-module.ts'
import { openHealth } from './health.ts'
import { openMemberExports } from './member-exports.ts'
import { openCampaignPreview } from './campaign-preview.ts'
import { openMemberView } from './member-view.ts'
import { memberPages, warmScreens } from './member-pages.ts'
import { visitorPages } from './visitor-pages.ts'
import { openModuleParts } from './module-parts.ts'
import { openModules } from './modules.ts'
import type { ClickPath } from './modules/clicks/click-path.ts'
import { PushPump } from './modules/push/public.ts'
import { WebhookPump } from './modules/webhooks/public.ts'
import { openPlatform } from './open-platform.ts'
import { operatedSystemModule } from './operated-system.ts'
import { openOperations, type Operations } from './operations.ts'
import type { SharedClock } from './platform/clock.ts'
import type { DatabaseLogins } from './platform/database-logins.ts'
import type { Db } from './platform/database.ts'
import { matchUnpackedFiles } from './platform/files/match-files.ts'
import type { Files } from './platform/files/stored-files.ts'
import { ScreenProcess } from './platform/first-screens/screen-process.ts'
import type { Route } from './platform/http/bind.ts'
import { drain } from './platform/http/drain.ts'
import { healthRoutes } from './platform/http/health.ts'
import { idempotencyExpiry } from './platform/http/idempotency-expiry.ts'
import { ProxyWatch } from './platform/http/proxy-watch.ts'
import { rateLimiter as openRateLimiter, unlimited } from './platform/http/rate-limits.ts'
import { RequestMetrics } from './platform/http/request-metrics.ts'
import { createServer } from './platform/http/server.ts'
import { RequestCounts, requestCountExpiry } from './platform/http/request-counts.ts'
import { sharedCounts } from './platform/http/shared-counts.ts'
import { openJobs, type Jobs } from './platform/jobs.ts'
import { loopbackAddress } from './platform/loopback-address.ts'
import { recordProductionUse } from './platform/production-use.ts'
import { openSharedStore } from './platform/redis.ts'
import { sparingLog } from './platform/sparing-log.ts'
import { Heartbeat } from './platform/running-processes.ts'
import type { Secret } from './platform/secret.ts'
import { startTracing } from './platform/tracing/start-tracing.ts'
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
  /** Answers `/healthz`, `/readyz` and `/metrics` at `config.host` and a port, for a process that serves nothing else. */
  watch(port: number): Promise<string>
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
  /** The settings as they were read, without the address of a database that Crels started itself. */
  settings?: Config
}

/** Composes the product on a migrated database: opens the platform, and loops over the modules. */
export async function createApp(
  config: Config & { databaseUrl: string },
  log: Logger,
  { webDir = builtWebDir, also = [], directClickWaitMs, lookSeconds, settings = config }: AppParts = {},
): Promise<App> {
  const stopTracing = config.traces && (await startTracing(config.traces, log))
  const platform = await openPlatform(config, log, () => jobs)
  const { db, clock, logins, listener } = platform
  const parts = await openModuleParts(platform, directClickWaitMs)
  const { access, clicks } = parts
  const webhooks = new WebhookPump(db, parts.webhooks)
  const push = new PushPump(db, parts.push)
  const ofModules = openModules(platform, parts)
  const accountDeletion = openAccountDeletion(platform, access, ofModules)
  const memberExports = openMemberExports(platform, access, ofModules)
  const screens = new ScreenProcess(webDir, log)
  const memberView = openMemberView(platform, { screens, webDir })
  const operations = openOperations(platform, parts, { accountDeletion, memberExports })
  const operatedSystem = operatedSystemModule({
    db,
    settings,
    jobs: () => jobs,
    webhooks: operations.webhookOperations,
  })
  const modules = [
    ...ofModules,
    accountDeletion.module,
    memberExports.module,
    memberView.module,
    operatedSystem,
    demoModule({
      db,
      config,
      jobs: () => jobs,
      app: () => ({
        ...operations,
        config,
        db,
        clicks,
        files: platform.files,
        jobs,
        logins,
        secret: platform.secret,
      }),
    }),
    openCampaignPreview(platform, { screens, webDir }),
  ]
  const jobs = openJobs(
    { url: logins.of('jobs').url, ownerUrl: config.databaseUrl },
    [
      ...modules.flatMap((module) => module.jobs ?? []),
      ...platform.jobs,
      idempotencyExpiry(db),
      requestCountExpiry(db),
    ],
    { ...platform, lookSeconds },
  )
  await accountDeletion.applyTombstones()
  await matchUnpackedFiles(db, config.dataDir, log)

  const proxyWatch = new ProxyWatch(config, log)
  const requests = new RequestMetrics()
  const sharedStore = openSharedStore(config.redisUrl, log)
  const counts = new RequestCounts(db, platform.secret, sparingLog(log))
  const shared = sharedCounts(counts, sharedStore)
  const server = await createServer(config, log, proxyWatch, requests, shared)
  const rateLimiter = config.rateLimit ? openRateLimiter(server) : unlimited
  const answerWithin = registerApi(server, platform, { modules, parts, also, rateLimiter })
  memberView.answerBy(answerWithin)
  let isStopping = false
  const health = openHealth(platform, {
    modules,
    proxyWatch,
    requests,
    jobs,
    sharedStore,
    isStopping: () => isStopping,
    pumps: { webhooks, push },
  })
  healthRoutes(server, health)
  for (const module of modules) module.register?.(server, { rateLimiter })
  const heartbeat = new Heartbeat(db, log)
  let watching: FastifyInstance | undefined
  let listening: Promise<void> | undefined
  // What was said of the site while the listener was not there yet.
  const listen = async () => await (listening ??= listener.start().then(platform.site.reload))
  server.addHook('onReady', async () => {
    await listen()
    await clicks.start()
    platform.reads.start()
    platform.followClock()
  })
  await registerWebRoutes(server, {
    ...platform,
    clicks,
    faq: parts.faq,
    legal: parts.legal,
    webDir,
    authenticator: access.authenticator,
    keepLanguage: access.keepLanguage,
    memberPage: memberPages(config, bootDataOf(config, access.memberOfPage, answerWithin), screens),
    visitorPage: visitorPages(config, answerWithin, screens),
    proxyWatch,
    rateLimiter,
  })

  return {
    ...operations,
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
      const address = await server.listen({ host: config.host, port: config.port })
      if (config.env === 'production') void warmScreens(screens)
      await heartbeat.begin({ serves: true, address: addressHere(config.host, server) })
      return address
    },
    work: async () => {
      await recordProductionUse(db, config)
      await listen()
      await jobs.start()
      webhooks.start()
      push.start()
      for (const module of modules) module.work?.()
      await heartbeat.begin({ works: true })
    },
    watch: async (port) => {
      watching = await createServer(config, log, proxyWatch)
      healthRoutes(watching, health)
      const address = await watching.listen({ host: config.host, port })
      await heartbeat.begin({ address: addressHere(config.host, watching) })
      return address
    },
    close: async () => {
      isStopping = true
      // A proxy learns from /readyz that this process ends, while it still answers everything.
      if (server.server.listening) await sleep(config.drainSec * 1_000)
      platform.stopClock()
      await drain(server)
      await watching?.close()
      await heartbeat.end()
      health.registry.clear()
      await Promise.all([clicks.close(), jobs.stop(), webhooks.close(), push.close()])
      screens.close()
      platform.mailer.close()
      await counts.stop()
      sharedStore?.close()
      await Promise.all(modules.map(async ({ close }) => await close?.()))
      await platform.close()
      await stopTracing?.()
    },
  }
}

/** Where a server that listens is reached from its own machine. */
function addressHere(host: string, { server }: Pick<FastifyInstance, 'server'>): string {
  return loopbackAddress(host, (server.address() as AddressInfo).port)
}
