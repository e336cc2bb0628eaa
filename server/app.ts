import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { endpoints } from '#contracts/endpoints.ts'
import { getOpenApi } from '#contracts/openapi.ts'
import { responses } from '#contracts/responses.ts'
import { normalEmail } from '#rules/normal-email.ts'
import { openAccess } from './access.ts'
import { builtWebDir } from './build/web-build.ts'
import type { Config } from './config.ts'
import { demoBrandRoutes } from './demo/brand-routes.ts'
import { publicIdentity } from './identity-settings.ts'
import { openLeaving, type Leaving } from './leaving.ts'
import { openMemberExports, type MemberExports } from './member-exports.ts'
import { campaignJobs } from './modules/campaigns/jobs.ts'
import {
  aboutJoiningBonuses,
  authenticateBrand,
  campaignPageTitle,
  categoryName,
} from './modules/campaigns/public.ts'
import { campaignRoutes } from './modules/campaigns/routes.ts'
import { conversionJobs } from './modules/conversions/jobs.ts'
import { noteMemberVisitors } from './modules/conversions/note-member-visitors.ts'
import { aboutEarnings, enrolmentFigures } from './modules/conversions/public.ts'
import { conversionRoutes } from './modules/conversions/routes.ts'
import { exchangeJobs } from './modules/exchange/jobs.ts'
import { exchangeRoutes } from './modules/exchange/routes.ts'
import {
  batchFileProvider,
  manualProvider,
  redemptionJobs,
  redemptionMarks,
  redemptionOperations,
  shareDestination,
  type RedemptionDeps,
  type RedemptionOperations,
} from './modules/redemptions/public.ts'
import { redemptionRoutes } from './modules/redemptions/routes.ts'
import { hasSessionCookie, type EnsureAccount, type MemberOperations } from './modules/identity/public.ts'
import { ledgerJobs } from './modules/ledger/jobs.ts'
import { balanceMarks, reconciliationFigures, type Reconciliation } from './modules/ledger/public.ts'
import { walletRoutes } from './modules/ledger/routes.ts'
import { openClickPath, type ClickPath } from './modules/links/click-path.ts'
import { linkJobs } from './modules/links/jobs.ts'
import { linkRoutes } from './modules/links/routes.ts'
import { shortLinkPrefix } from './modules/links/short-url.ts'
import { openStream } from './modules/stream/public.ts'
import { friendJobs } from './modules/rewards/friend-jobs.ts'
import { friendRoutes } from './modules/rewards/friend-routes.ts'
import {
  aboutRewards,
  countAllCheckIns,
  noteTimeZone,
  settleInvitation,
  type FriendDeps,
} from './modules/rewards/public.ts'
import { gamificationRoutes } from './modules/rewards/gamification-routes.ts'
import { rewardRoutes } from './modules/rewards/routes.ts'
import { shareJobs } from './modules/rewards/share-jobs.ts'
import { shareRoutes } from './modules/rewards/share-routes.ts'
import { pointsJobs } from './modules/points/jobs.ts'
import { pointsRoutes } from './modules/points/routes.ts'
import { unsubscribeUrl } from './modules/accounts/public.ts'
import { SharedClock } from './platform/clock.ts'
import { openCountries } from './platform/country.ts'
import { appRoleExists, openDatabase, type Db } from './platform/database.ts'
import { fileRoutes } from './platform/files/file-routes.ts'
import { openFileStore } from './platform/files/file-store.ts'
import { openFiles, type Files } from './platform/files/stored-files.ts'
import { createFigures } from './platform/figures.ts'
import { bind, type Bound } from './platform/http/bind.ts'
import { contractCheck, requireWhole } from './platform/http/contract-check.ts'
import { drain } from './platform/http/drain.ts'
import { createFastLane, openFastLane } from './platform/http/fast-lane.ts'
import { healthRoutes } from './platform/http/health.ts'
import { idempotencyExpiry } from './platform/http/idempotency-expiry.ts'
import { registerPages } from './platform/http/pages.ts'
import { openApiDocument } from './platform/http/openapi.ts'
import { rateLimiter, unlimited } from './platform/http/rate-limits.ts'
import { registerRoutes } from './platform/http/routes.ts'
import { createServer } from './platform/http/server.ts'
import { openJobs, type Jobs } from './platform/jobs.ts'
import { createListener } from './platform/listener.ts'
import { mailboxRoutes } from './platform/mail/mailbox-routes.ts'
import { openMailer } from './platform/mail/mailer.ts'
import { Pulse } from './platform/pulse.ts'
import { openSecret } from './platform/secret.ts'

/** The running product: everything is made here and passed by hand. */
export interface App {
  config: Config
  db: Db
  clock: SharedClock
  jobs: Jobs
  clicks: ClickPath
  files: Files
  /** Makes an account that counts as verified: for the operator and the demo. */
  ensureAccount: EnsureAccount
  /** What an operator may do to an account. */
  members: MemberOperations
  /** What deletes a member, over all modules. */
  leaving: Leaving['deps']
  /** What a member can take away. */
  exports: MemberExports['parts']
  /** What an operator does to redemptions. */
  redemptions: RedemptionOperations
  /** What redemptions work with. */
  redemptionDeps: RedemptionDeps
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

/** Composes the product on a migrated database; `also` are endpoints beside its own, for what is measured. */
export async function createApp(
  config: Config & { databaseUrl: string },
  log: Logger,
  { webDir = builtWebDir, also = [] }: { webDir?: string; also?: Bound[] } = {},
): Promise<App> {
  const pulse = new Pulse(log)
  const db = await openAppDatabase(config, pulse, log)
  const clock = new SharedClock()
  await clock.follow(db)
  const listener = createListener(config.databaseUrl, pulse, log)
  const followClock = () =>
    void clock.follow(db).catch((error: unknown) => log.error({ err: error }, 'clock'))
  listener.on('clock', followClock, followClock)

  const secret = openSecret(config)
  const enqueue: Jobs['add'] = async (tx, name, data) => await jobs.add(tx, name, data)
  const mailer = openMailer({ config, secret, log, enqueue })
  const fileStore = await openFileStore(config)
  const files = openFiles({ store: fileStore, db, enqueue })
  const friends: FriendDeps = {
    publicOrigin: config.publicOrigin,
    hashAddress: (email) => secret.hash('left address', normalEmail(email)),
    checkInDates: countAllCheckIns,
    shareDestination,
  }
  const access = openAccess({
    config,
    db,
    mailer,
    secret,
    listener,
    pulse,
    log,
    enqueue,
    files,
    countries: await openCountries(),
    profileSaved: async (tx, friendUid) => void (await settleInvitation(tx, { friendUid }, friends)),
    noteTimeZone,
    authenticateBrand: async (key) => await authenticateBrand(db, key),
  })

  const clicks = await openClickPath({ ...config, db, clock, listener, pulse, log })
  const redemptions: RedemptionDeps = {
    secret,
    mailer,
    publicOrigin: config.publicOrigin,
    log,
    ...access.payouts,
    providers: [manualProvider, batchFileProvider],
  }
  const leaving = openLeaving({ config, db, secret, mailer, enqueue, access, files, log })
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
    config.databaseUrl,
    [
      ...ledgerJobs(db, reconciled),
      ...linkJobs(db, clock),
      ...campaignJobs(db),
      ...conversionJobs(db, log),
      ...exchangeJobs(db),
      ...friendJobs(db, { ...friends, log }),
      ...shareJobs(db, { log }),
      ...pointsJobs({
        db,
        mailer,
        publicOrigin: config.publicOrigin,
        log,
        unsubscribeUrl: (uid) =>
          unsubscribeUrl({ secret, publicOrigin: config.publicOrigin }, { uid, kind: 'points_expiring' }),
      }),
      ...redemptionJobs(db, redemptions),
      ...mailer.jobs,
      ...access.jobs,
      ...files.jobs,
      ...leaving.jobs,
      idempotencyExpiry(db),
    ],
    pulse,
    log,
  )
  await leaving.applyTombstones()
  const server = await createServer(config, log)
  const stream = openStream({
    db,
    log,
    sources: {
      balances: { by: 'subject', marks: balanceMarks },
      redemptions: { by: 'subject', marks: redemptionMarks },
    },
    memberOf: access.authenticator.member,
  })
  const bounds: Bound[] = [
    bind(getOpenApi, async () => document as never),
    ...access.bounds,
    ...leaving.bounds,
    ...memberExports.bounds,
    ...campaignRoutes({ publicOrigin: config.publicOrigin, enrolmentFigures }),
    ...conversionRoutes({ flushClicks: clicks.flush }),
    ...walletRoutes({ about: aboutEarnings }),
    ...exchangeRoutes(),
    ...stream.bounds,
    ...friendRoutes(friends),
    ...rewardRoutes(friends),
    ...shareRoutes({ publicOrigin: config.publicOrigin }),
    ...pointsRoutes({
      about: async (reader, ids) =>
        new Map([...(await aboutRewards(reader, ids)), ...(await aboutJoiningBonuses(reader, ids))]),
    }),
    ...redemptionRoutes(redemptions),
    ...gamificationRoutes(friends),
  ]
  requireWhole(endpoints, bounds, responses)
  const missing = new Set(bounds.filter(({ absent }) => absent).map(({ endpoint }) => endpoint))
  const document = openApiDocument(
    endpoints.filter((endpoint) => !missing.has(endpoint)),
    responses,
    config.publicOrigin,
  )
  bounds.push(...also)
  registerRoutes(server, bounds, {
    db,
    clock,
    authenticator: access.authenticator,
    rateLimiter: config.rateLimit ? rateLimiter(server) : unlimited,
    publicOrigin: config.publicOrigin,
    memberSeen: noteMemberVisitors({ db, log, visitorOf: clicks.visitorOf }),
    contractCheck: config.env === 'production' ? undefined : contractCheck(responses),
  })
  healthRoutes(server, {
    db,
    token: config.metricsToken ?? (config.env === 'production' ? undefined : null),
    gauges: ledger.register,
  })
  access.register(server)
  stream.register(server)
  fileRoutes(server, fileStore)
  if (config.env !== 'production' && !config.smtpUrl) mailboxRoutes(server, db)
  if (config.allowLocalDestinations && config.env !== 'production')
    demoBrandRoutes(server, { db, clock, publicOrigin: config.publicOrigin, flushClicks: clicks.flush })
  const redirects = createFastLane(config, log)
  linkRoutes(redirects, { clicks, publicOrigin: config.publicOrigin, log })
  openFastLane(server, shortLinkPrefix, redirects)
  server.addHook('onReady', async () => {
    await listener.start()
    await clicks.start()
  })
  await registerPages(server, {
    webDir,
    publicOrigin: config.publicOrigin,
    identity: publicIdentity(config.identity),
    titleOf: async ({ route, params }) =>
      route.lookup === 'category'
        ? await categoryName(db, params.category!)
        : await campaignPageTitle(db, params.id!),
    maybeMember: (request) => hasSessionCookie(request, config.publicOrigin),
  })

  return {
    config,
    db,
    clock,
    jobs,
    clicks,
    files,
    ensureAccount: access.ensureAccount,
    members: access.members,
    leaving: leaving.deps,
    exports: memberExports.parts,
    redemptions: redemptionOperations(db, redemptions),
    redemptionDeps: redemptions,
    demoPassword: () => secret.hash('demo creator', 'password').toString('hex').slice(0, 12),
    server,
    listen: async () => await server.listen({ host: config.host, port: config.port }),
    work: async () => await jobs.start(),
    close: async () => {
      await drain(server)
      await Promise.all([clicks.close(), jobs.stop()])
      mailer.close()
      await access.close()
      await db.destroy()
      // The last: as long as it listens, no connection waits for a database that is away.
      await listener.stop()
    },
  }
}

async function openAppDatabase(
  config: Config & { databaseUrl: string },
  pulse: Pulse,
  log: Logger,
): Promise<Db> {
  const options = { url: config.databaseUrl, poolSize: config.databasePool, pulse }
  const probe = openDatabase({ ...options, poolSize: 1 })
  const asApp = await appRoleExists(probe).finally(() => probe.destroy())
  if (!asApp)
    log.warn('There is no role crels_app to work under: the ledger is guarded by its triggers alone')
  return openDatabase({ ...options, asApp })
}
