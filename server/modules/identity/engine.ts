import { randomUUID } from 'node:crypto'
import { betterAuth } from 'better-auth'
import type { Logger } from 'pino'
import { newId } from '#server/platform/ids.ts'
import { recordEngineFailure } from './ask-engine.ts'
import type { IdentityDb } from './identity-queries.ts'
import type { PasswordHasher } from './password-hash.ts'
import { sessionPlugin } from './session-plugin.ts'
import { sessionCookie } from './session-cookie.ts'

/** A session ends when it was not used for this long. */
export const sessionIdleSec = 30 * 24 * 3600

export interface EngineOptions {
  db: IdentityDb
  publicOrigin: string
  secret: string
  hasher: PasswordHasher
  /** Days from sign-in to the end of a session. */
  lifetimeDays: number
  log: Logger
}

/**
 * Better Auth as an engine: it keeps users, password hashes and sessions, and is called by our own routes only.
 * Its HTTP handler is never mounted and its migrations never run; its tables are in 0002_identity.sql.
 */
export function createEngine(options: EngineOptions) {
  return betterAuth({ ...engineOptions(options), plugins: [sessionPlugin] })
}

export type Engine = ReturnType<typeof createEngine>

const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' }

/** The options of the engine, which also say what its tables look like. */
export function engineOptions({ db, publicOrigin, secret, hasher, lifetimeDays, log }: EngineOptions) {
  return {
    appName: 'Crels',
    baseURL: publicOrigin,
    secret,
    database: { db, type: 'postgres', transaction: true },
    user: { modelName: 'auth_user', fields: { emailVerified: 'email_verified', ...stamps } },
    session: {
      modelName: 'auth_session',
      fields: {
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        userId: 'user_id',
        ...stamps,
      },
      // How sessions begin; session-secret.ts renews and ends them.
      expiresIn: Math.min(sessionIdleSec, lifetimeDays * 24 * 3600),
      disableSessionRefresh: true,
    },
    account: {
      modelName: 'auth_account',
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...stamps,
      },
    },
    verification: { modelName: 'auth_verification', fields: { expiresAt: 'expires_at', ...stamps } },
    emailAndPassword: {
      enabled: true,
      password: hasher,
      // Our policy judges passwords before they come here.
      minPasswordLength: 1,
      maxPasswordLength: 2048,
    },
    advanced: {
      // The cookies' names and attributes are whole in session-cookie.ts.
      useSecureCookies: false,
      cookies: { session_token: sessionCookie(publicOrigin) },
      ipAddress: { disableIpTracking: true },
      database: {
        // engine.test.ts compares the tables, and a start refuses other ones: each start read the whole catalogue for it.
        validateSchema: false,
        generateId: ({ model }: { model: string }) =>
          model === 'user' ? newId('member') : model === 'session' ? newId('session') : randomUUID(),
      },
    },
    // Ours count requests.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      // Its messages name addresses: only their first words are kept. What fails is thrown to us as well.
      log: (level: string, message: string, ...details: unknown[]) => {
        recordEngineFailure(details)
        log.debug({ level }, message.split(':')[0])
      },
    },
  } as const
}
