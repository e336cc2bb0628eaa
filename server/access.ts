import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import {
  accountRoutes,
  createMemberDirectory,
  findMember,
  mailChoiceRoutes,
  unsubscribeRoutes,
  type NoteTimeZone,
} from './modules/accounts/public.ts'
import {
  notifyAccountChanged,
  openIdentity,
  updateIdentityProfile,
  type EnsureAccount,
  type IdentityAccountDeletion,
  type IdentityOptions,
  type IdentityPayouts,
  type MemberOperations,
} from './modules/identity/public.ts'
import type { Countries } from './platform/country.ts'
import type { Db, Tx } from './platform/database.ts'
import type { Files } from './platform/files/stored-files.ts'
import type { Authenticator } from './platform/http/actors.ts'
import type { Route } from './platform/http/bind.ts'
import type { Job, Jobs } from './platform/jobs.ts'
import type { Listener } from './platform/listener.ts'
import type { MemberExport } from './platform/member-export.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { DatabaseHealth } from './platform/database-health.ts'
import type { Secret } from './platform/secret.ts'
import { embeddedIssuer } from './platform/verified-token.ts'

/** Who may come in: the identity provider, the members it signs in, and the brands' keys. */
export interface Access {
  authenticator: Authenticator
  routes: Route[]
  jobs: Job[]
  register(server: FastifyInstance): void
  ensureAccount: EnsureAccount
  members: MemberOperations
  accountDeletion: IdentityAccountDeletion
  accountExport: MemberExport
  payouts: IdentityPayouts
  close(): Promise<void>
}

export interface AccessDeps {
  config: Config & { databaseUrl: string }
  identityLogin: IdentityOptions['login']
  db: Db
  mailer: Mailer
  secret: Secret
  listener: Listener
  databaseHealth: DatabaseHealth
  log: Logger
  enqueue: Jobs['add']
  countries: Countries
  files: Files
  /** Hears of every change of a profile, in its transaction. */
  profileSaved: (tx: Tx, uid: string) => Promise<void>
  noteTimeZone: NoteTimeZone
  /** The brand behind a key; throws as `Authenticator.brand`. */
  authenticateBrand: Authenticator['brand']
  /** The brand that signed a request; throws as `Authenticator.signedBrand`. */
  authenticateSigned: Authenticator['signedBrand']
}

/** Composes identity and accounts. News of an account reaches this process at once, others by NOTIFY. */
export function openAccess({
  db,
  listener,
  authenticateBrand,
  authenticateSigned,
  ...deps
}: AccessDeps): Access {
  const members = createMemberDirectory(db)
  const evict = (key: string) => {
    members.evict(key)
    identity.verifier.evict(key)
  }
  const identity = openIdentity({
    ...deps,
    login: deps.identityLogin,
    db,
    actorOf: members.actorOf,
    accountChanged: async (uid) => {
      const key = await keyOf(uid)
      evict(key)
      await notifyAccountChanged(db, key)
    },
  })
  const keyOf = async (uid: string) => {
    const isEmbedded = deps.config.identity.provider === 'embedded'
    const { iss, sub } = (isEmbedded ? undefined : await findMember(db, uid)) ?? {
      iss: embeddedIssuer,
      sub: uid,
    }
    return `${iss} ${sub}`
  }
  listener.on('account', evict, () => {
    members.clear()
    identity.verifier.clear()
  })
  return {
    authenticator: {
      member: async (token) => await members.actorOf(await identity.verifier.verify(token)),
      brand: authenticateBrand,
      signedBrand: authenticateSigned,
    },
    routes: [
      ...identity.routes,
      ...accountRoutes({
        updateIdentity: updateIdentityProfile,
        noteTimeZone: deps.noteTimeZone,
        files: deps.files,
        ageMin: deps.config.ageMin,
        profileSaved: deps.profileSaved,
      }),
      ...mailChoiceRoutes(),
    ],
    jobs: identity.jobs,
    register: (server) => {
      identity.register(server)
      unsubscribeRoutes(server, { db, secret: deps.secret })
    },
    ensureAccount: identity.ensureAccount,
    members: identity.members,
    accountDeletion: identity.accountDeletion,
    accountExport: identity.accountExport,
    payouts: identity.payouts,
    close: identity.close,
  }
}
