import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Countries } from '#server/platform/country.ts'
import { openPool, type DatabaseOptions, type Db } from '#server/platform/database.ts'
import type { MemberDirectory } from '#server/modules/accounts/public.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { absent, type Route } from '#server/platform/http/bind.ts'
import type { Job, Jobs } from '#server/platform/jobs.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { MemberExport } from '#server/platform/member-export.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import type { DatabaseHealth } from '#server/platform/database-health.ts'
import type { Secret } from '#server/platform/secret.ts'
import { embeddedIssuer, type TokenVerifier } from '#server/platform/verified-token.ts'
import { recoverableUntil } from './action-queries.ts'
import { actionRoutes } from './action-routes.ts'
import { requirePerson } from './captcha/person-check.ts'
import { Suspicion } from './captcha/suspicion.ts'
import { turnstile } from './captcha/turnstile.ts'
import { createEngine } from './engine.ts'
import { ensureAccountWith, type EnsureAccount } from './ensure-account.ts'
import { accountExport } from './export-account.ts'
import { whileDisowned } from './disown-account.ts'
import { endSessions } from './end-sessions.ts'
import { accountsUnder, addressesOf, identityErasure } from './erase-account.ts'
import { countGuess, type Limit } from './guess-limits.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { readSession, type ReadSession } from './open-session.ts'
import { callerOf } from './session-cookie.ts'
import { identityUserRoute } from './routes.ts'
import { verifiedAmong, type IdentityDb, type IdentityUser } from './identity-queries.ts'
import { takeMail } from './mail-limits.ts'
import { sinceAccountChanges } from './security-events.ts'
import { identityJobs } from './jobs.ts'
import { memberOperations, type MemberOperations } from './operate-members.ts'
import { openOutsideProvider, type ChosenProvider } from './outside/outside-provider.ts'
import { createPasswordHasher, recommendedCost, testCost, type PasswordHasher } from './password-hash.ts'
import { requireRecentProof } from './recent-proof.ts'
import { identityRoutes, jwksRoute } from './routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { createSigningKeys } from './signing-keys.ts'
import { requireSecondFactor } from './second-factor/require-factor.ts'
import { factorRoutes } from './second-factor/factor-routes.ts'
import { passkeyRoutes } from './passkeys/passkey-routes.ts'
import { socialProviders } from './social/social-providers.ts'
import { openSocialSignIn } from './social/social-routes.ts'
import { createTokenVerifier } from './token-verifier.ts'

/** The identity provider that is set up, ready to be bound. */
export interface Identity {
  verifier: TokenVerifier
  routes: Route[]
  jobs: Job[]
  /** Registers what lies outside the contracts: the published keys, and where browsers go to sign in elsewhere. */
  register(server: FastifyInstance): void
  /** Whose session a page is asked for with, unchanged by it; null where that cannot be read here. */
  readSession(request: FastifyRequest): Promise<ReadSession | null>
  ensureAccount: EnsureAccount
  members: MemberOperations
  accountDeletion: IdentityAccountDeletion
  accountExport: MemberExport
  payouts: IdentityPayouts
  strangers: IdentityStrangers
  /** Of some accounts, by uid, those whose address is verified; null where an outside provider knows it. */
  verifiedAmong: ((uids: string[]) => Promise<string[]>) | null
  close(): Promise<void>
}

/** What is asked of people without an account, and counted of them, where they may write. */
export interface IdentityStrangers {
  /** Throws `captcha_required` and `unavailable`, where a captcha is set up. */
  requirePerson(captchaToken: string | undefined): Promise<void>
  /** Counts by network, where requests are limited. Throws `too_many_requests`. */
  countOf(network: string, limits: Omit<Limit, 'of'>[]): Promise<void>
  /** Takes one of the mails that strangers can have sent to a mailbox in a day; false at the cap. */
  takeMail(email: string): Promise<boolean>
}

/** What payouts need of the provider. */
export interface IdentityPayouts {
  /** Throws `requires_recent_login`. */
  requireRecentProof(actor: Pick<MemberActor, 'sessionId' | 'signedInAt'>): Promise<void>
  /** Throws `requires_second_factor` and `second_factor_missing`, where the operator asks for one. */
  requireSecondFactor(actor: Pick<MemberActor, 'uid' | 'sessionId'>): Promise<void>
  /**
   * Milliseconds since each time that a member's password or address changed, or they got a new second factor where
   * redemptions ask for one, within a year.
   */
  sinceAccountChanges(uid: string): Promise<number[]>
  /** The same of many members; who had none is not in it. */
  sinceAccountChangesOf(uids: readonly string[]): Promise<Map<string, number[]>>
}

/** What the deletion of a member needs of the provider. */
export interface IdentityAccountDeletion {
  erasure: MemberErasure
  /** Throws `requires_recent_login`. */
  requireRecentProof(actor: Pick<MemberActor, 'sessionId' | 'signedInAt'>): Promise<void>
  endSessions(uid: string): Promise<void>
  addressesOf(uid: string): Promise<{ addresses: string[]; proved: string[] }>
  /** Until when a former address can take the account back; null where none can. */
  recoverableUntil(uid: string): Promise<Date | null>
  accountsUnder(hashes: string[]): Promise<string[]>
  /** Runs `act` while a mailed "not me" is proof (disown-account.ts); null where other providers sign up. */
  whileDisowned: (<T>(token: string, act: (user: IdentityUser) => Promise<T>) => Promise<T>) | null
}

export interface IdentityOptions {
  config: Config & { databaseUrl: string }
  /** The role of its pool; tests of this module alone have that of DATABASE_URL. */
  login?: Pick<DatabaseOptions, 'url' | 'isLogin' | 'searchPath'> | undefined
  db: Db
  mailer: Mailer
  secret: Secret
  /** Tests of this module alone have none. */
  databaseHealth?: DatabaseHealth
  log: Logger
  accountChanged: IdentityDeps['accountChanged']
  enqueue: Jobs['add']
  countries: Countries
  /** The member behind a token of an outside provider. */
  actorOf: MemberDirectory['actorOf']
}

/**
 * Opens the provider on its own pool, whose search path is the schema `identity`. With an outside one the endpoints of
 * the embedded are unknown addresses; what it kept before stays, and is erased with its members.
 */
export function openIdentity(options: IdentityOptions): Identity {
  const { config } = options
  const hasher = createPasswordHasher(config.env === 'test' ? testCost : recommendedCost)
  const deps = createIdentityDeps(options, hasher)
  const embedded = embeddedProvider(deps, config)
  const chosen =
    config.identity.provider === 'embedded'
      ? embedded
      : openOutsideProvider(deps, config.identity, { ...config, actorOf: options.actorOf })
  const sinceAccountChangesOf = async (uids: readonly string[]) =>
    await sinceAccountChanges(deps.identityDb, uids, { factorsCount: config.redemptionSecondFactor })
  const isThere = new Set(chosen.routes.map(({ endpoint }) => endpoint))
  return {
    verifier: chosen.verifier,
    routes: [
      identityUserRoute(),
      ...chosen.routes,
      ...embedded.routes.filter(({ endpoint }) => !isThere.has(endpoint)).map(absent),
    ],
    jobs: identityJobs(deps),
    register: chosen.register,
    readSession: chosen.readSession,
    ensureAccount: ensureAccountWith(deps.identityDb, hasher),
    members: chosen.members,
    accountDeletion: {
      erasure: identityErasure(deps),
      requireRecentProof: chosen.requireRecentProof,
      endSessions: async (uid) => await endSessions(deps, uid),
      addressesOf: async (uid) => await addressesOf(deps, uid),
      recoverableUntil: async (uid) => await recoverableUntil(deps.identityDb, uid),
      accountsUnder: async (hashes) => await accountsUnder(deps, embeddedIssuer, hashes),
      whileDisowned: chosen === embedded ? async (token, act) => await whileDisowned(deps, token, act) : null,
    },
    accountExport: accountExport(deps),
    payouts: {
      requireRecentProof: chosen.requireRecentProof,
      requireSecondFactor: async (actor) => {
        if (config.redemptionSecondFactor) await requireSecondFactor(deps.identityDb, actor)
      },
      sinceAccountChanges: async (uid) => (await sinceAccountChangesOf([uid])).get(uid) ?? [],
      sinceAccountChangesOf,
    },
    strangers: {
      requirePerson: async (token) => await requirePerson(deps, token),
      countOf: async (network, limits) => {
        if (!config.rateLimit) return
        const of = limits.map((limit) => ({ ...limit, of: network }))
        await countGuess(deps, of, 'Your network sent too much. Wait and try again, or use another network.')
      },
      takeMail: async (email) =>
        (await takeMail(deps.identityDb, deps.secret, { email, browser: null })) !== undefined,
    },
    verifiedAmong: chosen === embedded ? async (uids) => await verifiedAmong(deps.identityDb, uids) : null,
    close: async () => {
      // The engine sets itself up in the background; a pool that ends first would fail it.
      await deps.engine.$context.catch(() => {})
      await deps.identityDb.destroy()
    },
  }
}

/** Our own accounts, sessions and mails. */
function embeddedProvider(deps: IdentityDeps, config: Config): ChosenProvider {
  const social = openSocialSignIn(deps, config)
  return {
    verifier: createTokenVerifier(deps.identityDb, deps.keys, config.publicOrigin),
    routes: [
      ...identityRoutes(deps),
      ...actionRoutes(deps),
      ...sessionRoutes(deps),
      ...factorRoutes(deps),
      ...passkeyRoutes(deps),
      ...social.routes,
    ],
    register: (server) => {
      jwksRoute(server, deps)
      social.register(server)
    },
    members: memberOperations(deps),
    requireRecentProof: async ({ sessionId }) => await requireRecentProof(deps.identityDb, sessionId),
    readSession: async (request) => await readSession(deps, callerOf(request, deps)),
  }
}

/** What the use cases work with. */
export function createIdentityDeps(
  options: Omit<IdentityOptions, 'actorOf'>,
  hasher: PasswordHasher,
): IdentityDeps {
  const { config, db, mailer, secret, databaseHealth, log, accountChanged, enqueue, countries } = options
  const pool = openPool({
    ...(options.login ?? { url: config.databaseUrl, searchPath: 'identity' }),
    name: 'crels identity',
    poolSize: 8,
    waitSec: config.databaseWaitSec,
    databaseHealth,
  })
  const identityDb: IdentityDb = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const engine = createEngine({
    db: identityDb,
    publicOrigin: config.publicOrigin,
    secret: secret.key('session cookie').toString('base64url'),
    hasher,
    lifetimeDays: config.sessionRules.lifetimeDays,
    log,
  })
  return {
    identityDb,
    db,
    engine,
    keys: createSigningKeys(identityDb, secret, log),
    sessionRules: config.sessionRules,
    hasher,
    mailer,
    enqueue,
    countries,
    secret,
    passwordRules: config.passwordRules,
    refuseDisposableEmail: config.refuseDisposableEmail,
    mailsPerNetwork: config.mailsPerNetwork,
    personCheck: config.captcha && turnstile(config.captcha),
    suspicion: new Suspicion(),
    providers: socialProviders(config.social),
    publicOrigin: config.publicOrigin,
    accountChanged,
  }
}
