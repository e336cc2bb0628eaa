import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { endpoints } from '#contracts/endpoints.ts'
import { getOpenApi } from '#contracts/openapi.ts'
import { responses } from '#contracts/responses.ts'
import { normalEmail } from '#rules/normal-email.ts'
import { openAccess } from './access.ts'
import { openAppDatabases, withOwner } from './app-databases.ts'
import { registerWebRoutes } from './web-routes.ts'
import { builtWebDir } from './build/web-build.ts'
import type { Config } from './config.ts'
import { hasDevelopmentTools } from './development-tools.ts'
import { openAccountDeletion, type AccountDeletion } from './account-deletion.ts'
import { openMemberExports, type MemberExports } from './member-exports.ts'
import { moduleBounds } from './module-routes.ts'
import { moduleJobs } from './module-jobs.ts'
import { authenticateBrand, authenticateSigned } from './modules/campaigns/public.ts'
import { noteMemberVisitors } from './modules/conversions/note-member-visitors.ts'
import {
  batchFileProvider,
  manualProvider,
  redemptionVersions,
  redemptionOperations,
  type RedemptionDeps,
  type RedemptionOperations,
} from './modules/redemptions/public.ts'
import type { EnsureAccount, MemberOperations } from './modules/identity/public.ts'
import { balanceVersions, reconciliationFigures, type Reconciliation } from './modules/ledger/public.ts'
import { openClickPath, type ClickPath } from './modules/links/click-path.ts'
import { openStream } from './modules/stream/public.ts'
import { noteTimeZone, rewardVersions, settleInvitation, type FriendDeps } from './modules/rewards/public.ts'
import { WebhookPump, webhookOperations, type WebhookOperations } from './modules/webhooks/public.ts'
import { sayClockSkew, SharedClock } from './platform/clock.ts'
import { openCountries } from './platform/country.ts'
import type { Db } from './platform/database.ts'
import { openLogins, type DatabaseLogins } from './platform/database-logins.ts'
import { openFileStore } from './platform/files/file-store.ts'
import { openFiles, type Files } from './platform/files/stored-files.ts'
import { createFigures } from './platform/figures.ts'
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
import { job, openJobs, type Jobs } from './platform/jobs.ts'
import { createListener } from './platform/listener.ts'
import { openMailer } from './platform/mail/mailer.ts'
import { recordProductionUse } from './platform/production-use.ts'
import { DatabaseHealth } from './platform/database-health.ts'
import { openKeyring } from './platform/keyring.ts'
import { secretLock, tidySecretKeys } from './platform/rotate-secret.ts'
import { sealedPlaces } from './sealed-places.ts'
import type { Secret } from './platform/secret.ts'
import { clickFolderCheck, clockCheck, registerClickGauges } from './readiness.ts'
import { registerReviewGauge } from './reviews-waiting.ts'

/** How often this machine's clock is compared with the database's, in milliseconds. */
const clockEveryMs = 60_000
/** How often it is asked whether the machine's clock was set in between, in milliseconds; that asks no database. */
const stepLookEveryMs = 1_000

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

/** Composes the product on a migrated database. */
export async function createApp(
  config: Config & { databaseUrl: string },
  log: Logger,
  { webDir = builtWebDir, also = [], directClickWaitMs }: AppParts = {},
): Promise<App> {
  const databaseHealth = new DatabaseHealth(log)
  const { keyring, logins } = await withOwner(config, async (owner) => {
    const opened = await openKeyring(owner, config, sealedPlaces)
    return { keyring: opened, logins: await openLogins(owner, config.databaseUrl, opened.secret, log) }
  })
  const { secret } = keyring
  const { db, preparedDb } = openAppDatabases(config, logins, databaseHealth)
  const clock = new SharedClock()
  await clock.follow(db)
  const listener = createListener(logins.of('app').url, databaseHealth, log, secretLock(keyring.fingerprint))
  const watchClock = () => sayClockSkew(clock, log)
  const followClock = () =>
    void clock.follow(db).then(watchClock, (error: unknown) => log.error({ err: error }, 'clock'))
  watchClock()
  listener.on('clock', followClock, followClock)
  let following: NodeJS.Timeout | undefined
  let stepWatch: NodeJS.Timeout | undefined

  const followKeys = () =>
    void keyring.reload(db).catch((error: unknown) => log.error({ err: error }, 'keys of SECRET'))
  listener.on('secret_key', followKeys, followKeys)
  const enqueue: Jobs['add'] = async (tx, name, data) => await jobs.add(tx, name, data)
  const mailer = openMailer({ config, secret, log, enqueue })
  const fileStore = await openFileStore(config)
  const files = openFiles({ store: fileStore, db, enqueue })
  const friends: FriendDeps = {
    ...config,
    hashAddress: (email) => secret.hash('left address', normalEmail(email)),
  }
  const countries = await openCountries()
  const access = openAccess({
    config,
    identityLogin: logins.of('identity'),
    db,
    mailer,
    secret,
    listener,
    databaseHealth,
    log,
    enqueue,
    files,
    countries,
    profileSaved: async (tx, friendUid) => void (await settleInvitation(tx, { friendUid })),
    noteTimeZone,
    authenticateBrand: async (key) => await authenticateBrand(db, key),
    authenticateSigned: async (signed) => await authenticateSigned(db, secret, signed),
  })

  const clicks = await openClickPath({
    ...config,
    login: logins.of('app'),
    db,
    clock,
    countries,
    listener,
    databaseHealth,
    log,
    directClickWaitMs,
  })
  const redemptions: RedemptionDeps = {
    secret,
    mailer,
    publicOrigin: config.publicOrigin,
    countries,
    log,
    ...access.payouts,
    providers: [manualProvider, batchFileProvider],
  }
  const webhookDeps = {
    secret,
    mailer,
    log,
    publicOrigin: config.publicOrigin,
    allowLocalDestinations: config.allowLocalDestinations,
  }
  const webhooks = new WebhookPump(db, webhookDeps)
  const accountDeletion = openAccountDeletion({
    config,
    db,
    secret,
    mailer,
    enqueue,
    access,
    files,
    countries,
    log,
  })
  const memberExports = openMemberExports({ db, files, access, secret, publicOrigin: config.publicOrigin })
  const ledger = createFigures(
    'crels_ledger',
    'The last reconciliation: what was read, and what breaks a promise.',
  )
  const reconciled = (result: Reconciliation) => {
    ledger.set(reconciliationFigures(result))
    if (!result.clean) log.error({ findings: result.findings.filter(({ count }) => count > 0) }, 'ledger')
  }
  const jobs = openJobs(
    { url: logins.of('jobs').url, ownerUrl: config.databaseUrl },
    [
      ...moduleJobs({
        config,
        db,
        clock,
        log,
        secret,
        mailer,
        redemptions,
        reconciled,
      }),
      ...mailer.jobs,
      ...access.jobs,
      ...files.jobs,
      ...accountDeletion.jobs,
      idempotencyExpiry(db),
      job({
        name: 'seal-again',
        doc: 'Seals with the present key what an older one has sealed, and removes keys that are long unused.',
        cron: '41 * * * *',
        run: async () =>
          await withOwner(config, async (owner) => await tidySecretKeys(owner, keyring, sealedPlaces)),
      }),
    ],
    { databaseHealth, listener, log },
  )
  await accountDeletion.applyTombstones()
  const proxyWatch = new ProxyWatch(config, log)
  const server = await createServer(config, log, proxyWatch)
  const stream = openStream({
    db,
    log,
    sources: {
      balances: { by: 'subject', versions: balanceVersions },
      redemptions: { by: 'subject', versions: redemptionVersions },
      rewards: { by: 'uid', versions: rewardVersions },
    },
    memberOf: access.authenticator.member,
  })
  // A fifth of the work of a start: made for who first asks.
  let document: object | undefined
  const routes: Route[] = [
    bind(getOpenApi, async () => (document ??= describe()) as never),
    ...access.routes,
    ...accountDeletion.routes,
    ...memberExports.routes,
    ...stream.routes,
    ...moduleBounds({ config, preparedDb, clicks, friends, redemptions, webhooks: webhookDeps }),
  ]
  requireWhole(endpoints, routes, responses)
  const missing = new Set(routes.filter(({ absent }) => absent).map(({ endpoint }) => endpoint))
  const describe = () =>
    openApiDocument(
      endpoints.filter((endpoint) => !missing.has(endpoint)),
      responses,
      config.publicOrigin,
    )
  routes.push(...also)
  const limits = config.rateLimit ? rateLimiter(server) : unlimited
  registerRoutes(server, routes, {
    db,
    clock,
    authenticator: access.authenticator,
    rateLimiter: limits,
    publicOrigin: config.publicOrigin,
    memberSeen: noteMemberVisitors({ db, log, visitorOf: clicks.visitorOf }),
    contractCheck: config.env === 'production' ? undefined : contractCheck(responses),
  })
  healthRoutes(server, {
    checks: [databaseCheck(db), clockCheck(clock), clickFolderCheck(clicks), proxyWatch.check],
    token: config.metricsToken ?? (hasDevelopmentTools(config) ? null : undefined),
    place: config,
    gauges: (registry) => {
      ledger.register(registry)
      registerClickGauges(registry, clicks)
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
    following = setInterval(followClock, clockEveryMs).unref()
    stepWatch = setInterval(() => clock.isStepped && followClock(), stepLookEveryMs).unref()
  })
  await registerWebRoutes(server, {
    config,
    log,
    db,
    clock,
    clicks,
    fileStore,
    webDir,
    rateLimiter: limits,
    authenticator: access.authenticator,
    proxyWatch,
  })

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
      clearInterval(following)
      clearInterval(stepWatch)
      await drain(server)
      await Promise.all([clicks.close(), jobs.stop(), webhooks.close()])
      mailer.close()
      await access.close()
      await Promise.all([db.destroy(), preparedDb.destroy()])
      // The last: as long as it listens, no connection waits for a database that is away.
      await listener.stop()
    },
  }
}
