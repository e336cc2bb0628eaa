import type { FastifyRequest } from 'fastify'
import type { AuthUser } from '#contracts/identity.schemas.ts'
import type { Language } from '#contracts/languages.ts'
import { accountsModule } from './modules/accounts/module.ts'
import { createMemberDirectory, findMember, setLanguage } from './modules/accounts/public.ts'
import { authenticateBrand, authenticateSigned } from './modules/brands/public.ts'
import { identityModule } from './modules/identity/module.ts'
import {
  notifyAccountChanged,
  openIdentity,
  updateIdentityProfile,
  type EnsureAccount,
  type Identity,
  type IdentityAccountDeletion,
  type IdentityPayouts,
  type IdentityStrangers,
  type MemberOperations,
} from './modules/identity/public.ts'
import { authenticateOperator } from './modules/operators/public.ts'
import { recordTimeZone } from './modules/rewards/public.ts'
import { settleInvitation } from './modules/friends/public.ts'
import type { OpenPlatform } from './open-platform.ts'
import type { Authenticator, MemberActor } from './platform/http/actors.ts'
import type { Module } from './platform/module.ts'
import { embeddedIssuer } from './platform/verified-token.ts'

/** Who may come in: the identity provider, the members it signs in, and the brands' keys. */
export interface Access {
  authenticator: Authenticator
  /**
   * Whose session a page is asked for with, by its cookie alone: for what a page carries, never for a call. Null without
   * one; throws `user_disabled` and `user_deleted`.
   */
  memberOfPage(request: FastifyRequest): Promise<{ user: AuthUser; actor: MemberActor } | null>
  /** Keeps the language that a page was asked for with as the account's; nothing happens without a session. */
  keepLanguage(request: FastifyRequest, language: Language): Promise<void>
  /** Accounts, and identity. */
  modules: Module[]
  ensureAccount: EnsureAccount
  members: MemberOperations
  accountDeletion: IdentityAccountDeletion
  payouts: IdentityPayouts
  strangers: IdentityStrangers
  verifiedAmong: Identity['verifiedAmong']
}

/** Composes identity and accounts. News of an account reaches this process at once, others by NOTIFY. */
export function openAccess(platform: OpenPlatform): Access {
  const { config, db, secret, listener, logins } = platform
  const members = createMemberDirectory(db)
  const evict = (key: string) => {
    members.evict(key)
    identity.verifier.evict(key)
  }
  const identity = openIdentity({
    ...platform,
    login: logins.of('identity'),
    actorOf: members.actorOf,
    accountChanged: async (uid) => {
      const key = await keyOf(uid)
      evict(key)
      await notifyAccountChanged(db, key)
    },
  })
  const keyOf = async (uid: string) => {
    const isEmbedded = config.identity.provider === 'embedded'
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
  const accounts = accountsModule(platform, {
    updateIdentity: updateIdentityProfile,
    recordTimeZone,
    profileSaved: async (tx, friendUid) => void (await settleInvitation(tx, { friendUid })),
  })
  const memberOfPage: Access['memberOfPage'] = async (request) => {
    const session = await identity.readSession(request)
    return session && { user: session.user, actor: await members.actorOf(session.token) }
  }
  return {
    authenticator: {
      member: async (token) => await members.actorOf(await identity.verifier.verify(token)),
      brand: async (key) => await authenticateBrand(db, key),
      signedBrand: async (signed) => await authenticateSigned(db, secret, signed),
      operator: async (token, request) =>
        await authenticateOperator({ db, sessionRules: config.operatorSessionRules }, token, request),
    },
    memberOfPage,
    keepLanguage: async (request, language) => {
      const member = await memberOfPage(request)
      if (member) await setLanguage(db, member.actor.uid, language)
    },
    modules: [accounts, identityModule(identity)],
    ensureAccount: identity.ensureAccount,
    members: identity.members,
    accountDeletion: identity.accountDeletion,
    payouts: identity.payouts,
    strangers: identity.strangers,
    verifiedAmong: identity.verifiedAmong,
  }
}
