import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { endpoints } from '#contracts/endpoints.ts'
import { getOpenApi } from '#contracts/openapi.endpoints.ts'
import type { StreamTopic } from '#contracts/stream.constants.ts'
import { openAccess } from './access.ts'
import { openAccountDeletion, type AccountDeletion } from './account-deletion.ts'
import { builtWebDir } from './build/web-build.ts'
import type { Config } from './config.ts'
import { hasDevelopmentTools } from './development-tools.ts'
import { openMemberExports, type MemberExports } from './member-exports.ts'
import { openModules } from './modules.ts'
import { recordMemberVisitors } from '#server/modules/conversions/member-visitors.ts'
import type { EnsureAccount, MemberOperations } from './modules/identity/public.ts'
import { openClickPath, type ClickPath } from './modules/clicks/click-path.ts'
import {
  batchFileProvider,
  manualProvider,
  redemptionOperations,
  type RedemptionDeps,
  type RedemptionOperations,
} from './modules/redemptions/public.ts'
import { openStream } from './modules/stream/public.ts'
import { WebhookPump, webhookOperations, type WebhookOperations } from './modules/webhooks/public.ts'
import { openPlatform } from './open-platform.ts'
import type { SharedClock } from './platform/clock.ts'
import type { DatabaseLogins } from './platform/database-logins.ts'
import type { Db } from './platform/database.ts'
import type { Files } from './platform/files/stored-files.ts'
import { bind, type Route } from './platform/http/bind.ts'
import { contractCheck, requireWhole } from './platform/http/contract-check.ts'
import { drain } from './platform/http/drain.ts'
import { databaseCheck, healthRoutes } from './platform/http/health.ts'
import { idempotencyExpiry } from './platform/http/idempotency-expiry.ts'
import { openApiDocument } from './platform/http/openapi.ts'
import { ProxyWatch } from './platform/http/proxy-watch.ts'
import { rateLimiter, unlimited } from './platform/http/rate-limits.ts'
import { registerRoutes } from './platform/http/routes.ts'
import { createServer } from './platform/http/server.ts'
import { openJobs, type Jobs } from './platform/jobs.ts'
import { recordProductionUse } from './platform/production-use.ts'
import type { Secret } from './platform/secret.ts'
import type { TopicVersionSource } from './platform/topic-versions.ts'
import { clockCheck } from './readiness.ts'
import { registerReviewGauge } from './pending-reviews.ts'
import { registerWebRoutes } from './web-routes.ts'

/** The running product: everything is made here and passed by hand. */
export interface App {
  config: Config
  db: Db
  clock: SharedClock
  jobs: Jobs
  clicks: ClickPath
  files: Files
  secret: Secret
  /** As whom its pools log in. */
  logins: DatabaseLogins
  /** Makes an account that counts as verified: for the operator and the demo. */
  ensureAccount: EnsureAccount
  /** What an operator may do to an account. */
  members: MemberOperations
  /** What deletes a member, over all modules. */
  accountDeletion: AccountDeletion['deps']
  /** What a member can take away. */
  exports: MemberExports['parts']
  /** What an operator does to redemptions. */
  redemptions: RedemptionOperations
  /** What redemptions work with. */
  redemptionDeps: RedemptionDeps
  /** Delivers to brands' servers what is due. */
  webhooks: Pick<WebhookPump, 'deliverDue'>
  /** What an operator does to webhooks. */
  webhookOperations: WebhookOperations
  /** The demo creator's password, of this installation alone. */
  demoPassword(): string
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
}

/** Composes the product on a migrated database: opens the platform, and loops over the modules. */
export async function createApp(
  config: Config & { databaseUrl: string },
  log: Logger,
  { webDir = builtWebDir, also = [], directClickWaitMs }: AppParts = {},
): Promise<App> {
  const { publicOrigin, allowLocalDestinations } = config
  const platform = await openPlatform(config, log, () => jobs)
  const { db, clock, secret, mailer, files, fileStore, countries, listener, logins } = platform
  const access = openAccess(platform)
  const clicks = await openClickPath({ ...config, ...platform, login: logins.of('app'), directClickWaitMs })
  const redemptions: RedemptionDeps = {
    secret,
    mailer,
    countries,
    log,
    publicOrigin,
    ...access.payouts,
    providers: [manualProvider, batchFileProvider],
  }
  const webhookDeps = { secret, mailer, log, publicOrigin, allowLocalDestinations }
  const webhooks = new WebhookPump(db, webhookDeps)
  const modules = openModules(platform, { access, clicks, redemptions, webhooks: webhookDeps })
  const accountDeletion = openAccountDeletion(platform, access, modules)
  const memberExports = openMemberExports(config, access, modules)
  const jobs = openJobs(
    { url: logins.of('jobs').url, ownerUrl: config.databaseUrl },
    [
      ...modules.flatMap((module) => module.jobs ?? []),
      ...accountDeletion.jobs,
      ...platform.jobs,
      idempotencyExpiry(db),
    ],
    platform,
  )
  await accountDeletion.applyTombstones()
  const proxyWatch = new ProxyWatch(config, log)
  const server = await createServer(config, log, proxyWatch)
  const stream = openStream({
    db,
    log,
    sources: Object.assign({}, ...modules.map(({ topicVersions }) => topicVersions)) as Record<
      StreamTopic,
      TopicVersionSource
    >,
    memberOf: access.authenticator.member,
  })
  // A fifth of the work of a start: made for who first asks.
  let document: object | undefined
  const routes: Route[] = [
    bind(getOpenApi, async () => (document ??= describe()) as never),
    ...modules.flatMap((module) => module.routes ?? []),
    ...accountDeletion.routes,
    ...memberExports.routes,
    ...stream.routes,
  ]
  requireWhole(endpoints, routes)
  const missing = new Set(routes.filter(({ absent }) => absent).map(({ endpoint }) => endpoint))
  const describe = () =>
    openApiDocument(
      endpoints.filter((endpoint) => !missing.has(endpoint)),
      publicOrigin,
    )
  routes.push(...also)
  const limits = config.rateLimit ? rateLimiter(server) : unlimited
  const { authenticator } = access
  registerRoutes(server, routes, {
    db,
    clock,
    authenticator,
    rateLimiter: limits,
    publicOrigin,
    memberSeen: recordMemberVisitors({ db, log, visitorOf: clicks.visitorOf }),
    contractCheck: config.env === 'production' ? undefined : contractCheck(),
  })
  healthRoutes(server, {
    checks: [
      databaseCheck(db),
      clockCheck(clock),
      ...modules.flatMap((module) => module.checks ?? []),
      proxyWatch.check,
    ],
    token: config.metricsToken ?? (hasDevelopmentTools(config) ? null : undefined),
    place: config,
    gauges: (registry) => {
      for (const { metrics } of modules) metrics?.(registry)
      registerReviewGauge(registry, db)
    },
  })
  access.register(server)
  stream.register(server)
  let listening: Promise<void> | undefined
  const listen = async () => await (listening ??= listener.start())
  server.addHook('onReady', async () => {
    await listen()
    await clicks.start()
    platform.followClock()
  })
  const web = { config, log, db, clock, clicks, fileStore, webDir, authenticator, proxyWatch }
  await registerWebRoutes(server, { ...web, rateLimiter: limits })

  return {
    config,
    db,
    clock,
    jobs,
    clicks,
    files,
    secret,
    logins,
    ensureAccount: access.ensureAccount,
    members: access.members,
    accountDeletion: accountDeletion.deps,
    exports: memberExports.parts,
    redemptions: redemptionOperations(db, redemptions),
    redemptionDeps: redemptions,
    webhooks,
    webhookOperations: webhookOperations(db, webhookDeps),
    demoPassword: () => secret.hash('demo creator', 'password').toString('hex').slice(0, 12),
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
    },
    close: async () => {
      platform.stopClock()
      await drain(server)
      await Promise.all([clicks.close(), jobs.stop(), webhooks.close()])
      mailer.close()
      await access.close()
      await platform.close()
    },
  }
}
