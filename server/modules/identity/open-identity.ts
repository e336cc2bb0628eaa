import type { FastifyInstance } from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import type { Logger } from 'pino'
import { DEFAULT_PASSWORD_RULES } from '#rules/password-policy.ts'
import type { Config } from '#server/config.ts'
import { openPool, type Db } from '#server/platform/database.ts'
import type { Bound } from '#server/platform/http/bind.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { Secret } from '#server/platform/secret.ts'
import { createEngine } from './engine.ts'
import type { IdentityDeps } from './identity-deps.ts'
import type { IdentityDb } from './identity-queries.ts'
import { identityJobs } from './jobs.ts'
import { createPasswordHasher, recommendedCost, testCost } from './password-hash.ts'
import { identityRoutes, jwksRoute } from './routes.ts'
import { createSigningKeys } from './signing-keys.ts'
import { createTokenVerifier, type EmbeddedVerifier } from './token-verifier.ts'

/** The embedded identity provider, ready to be bound. */
export interface Identity {
  verifier: EmbeddedVerifier
  bounds: Bound[]
  jobs: Job[]
  /** Registers what lies outside the contracts: the published keys. */
  register(server: FastifyInstance): void
  close(): Promise<void>
}

export interface IdentityOptions {
  config: Config & { databaseUrl: string }
  db: Db
  mailer: Mailer
  secret: Secret
  log: Logger
  accountChanged: IdentityDeps['accountChanged']
}

/** Opens the provider on its own pool, whose search path is the schema `identity`. */
export function openIdentity({ config, db, mailer, secret, log, accountChanged }: IdentityOptions): Identity {
  const pool = openPool({
    url: config.databaseUrl,
    name: 'crels identity',
    searchPath: 'identity',
    poolSize: 8,
  })
  const identityDb: IdentityDb = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const keys = createSigningKeys(identityDb, secret, log)
  const engine = createEngine({
    db: identityDb,
    publicOrigin: config.publicOrigin,
    secret: secret.key('session cookie').toString('base64url'),
    hasher: createPasswordHasher(config.env === 'test' ? testCost : recommendedCost),
    log,
  })
  const deps: IdentityDeps = {
    identityDb,
    db,
    engine,
    keys,
    mailer,
    secret,
    passwordRules: DEFAULT_PASSWORD_RULES,
    publicOrigin: config.publicOrigin,
    accountChanged,
  }
  return {
    verifier: createTokenVerifier(identityDb, keys, config.publicOrigin),
    bounds: identityRoutes(deps),
    jobs: identityJobs(identityDb),
    register: (server) => jwksRoute(server, deps),
    close: async () => {
      // The engine sets itself up in the background; a pool that ends first would fail it.
      await engine.$context.catch(() => {})
      await identityDb.destroy()
    },
  }
}
