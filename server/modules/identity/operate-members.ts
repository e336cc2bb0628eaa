import {
  findMember,
  provisionMember,
  setMemberState,
  type MemberState,
} from '#server/modules/accounts/public.ts'
import { embeddedIssuer } from '#server/platform/verified-token.ts'
import { deviceName, type DeviceName } from '#server/platform/device-name.ts'
import { endSessions } from './end-sessions.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { findIdentityUser, findIdentityUserByEmail } from './identity-queries.ts'
import {
  listSecurityEvents,
  recordSecurityEvent,
  type SecurityEvent,
  type SecurityEventKind,
} from './security-events.ts'
import { removeSecondFactors } from './second-factor/remove-factors.ts'
import { listSessionsOf } from './session-queries.ts'

/** An account as its operator sees it. */
export interface OperatedMember {
  uid: string
  email: string
  /** Null where an outside provider knows it. */
  emailVerified: boolean | null
  displayName: string | null
  state: MemberState
  /** Null until their first call. */
  shortId: string | null
  /** Null where an outside provider keeps them. */
  sessions: (DeviceName & { country: string | null; lastSeenAt: Date })[] | null
  /** The newest first. */
  events: SecurityEvent[]
}

/** What an operator may do to an account; each names it by uid or e-mail address and throws where there is none. */
export interface MemberOperations {
  show(who: string): Promise<OperatedMember>
  /** Until enabled again, sign-in, tokens and sessions answer `user_disabled`, in every process within 20 s. */
  disable(who: string, reason: string): Promise<OperatedMember>
  /** Lets them sign in again; the sessions from before end. */
  enable(who: string, reason: string): Promise<OperatedMember>
  /** Ends every session; the member may sign in again. */
  signOut(who: string): Promise<OperatedMember>
  /**
   * Removes every second factor, for a member who lost theirs, ends every session and mails them. Throws where there is
   * none.
   */
  removeSecondFactors(who: string, reason: string, author: string): Promise<OperatedMember>
}

export function memberOperations(identity: IdentityDeps): MemberOperations {
  return operationsOn(identity, {
    seen: async (who) => (await requireUser(identity, who)).uid,
    member: async (who) => await provisionedUid(identity, who),
    describe: async (uid) => await describe(identity, uid),
    removeSecondFactors: async (uid, note) => {
      await removeSecondFactors(identity, uid, note)
      // A lost device may be signed in, and so may a thief's.
      await endSessions(identity, uid)
    },
  })
}

/** How one kind of account is found by uid or address, as it is seen or as the member it must be to be acted on. */
interface Accounts {
  seen(who: string): Promise<string>
  member(who: string): Promise<string>
  describe(uid: string): Promise<OperatedMember>
  /** `note` says who did it and why. */
  removeSecondFactors(uid: string, note: string): Promise<void>
}

interface Act {
  state?: 'active' | 'disabled'
  kind: SecurityEventKind
  reason?: string
}

/** What an operator may do, with any identity provider. */
export function operationsOn(identity: IdentityDeps, accounts: Accounts): MemberOperations {
  const act = async (who: string, { state, kind, reason }: Act) => {
    const uid = await accounts.member(who)
    // Sessions of a disabled member stay, so that each device gets `user_disabled`; they end when the member is enabled.
    if (state !== 'disabled') await endSessions(identity, uid)
    if (state) await setMemberState(identity.db, uid, state)
    await identity.accountChanged(uid)
    await recordSecurityEvent(identity.identityDb, uid, kind, reason)
    return await accounts.describe(uid)
  }
  return {
    show: async (who) => await accounts.describe(await accounts.seen(who)),
    disable: async (who, reason) => await act(who, { state: 'disabled', kind: 'disabled', reason }),
    enable: async (who, reason) => await act(who, { state: 'active', kind: 'enabled', reason }),
    signOut: async (who) => await act(who, { kind: 'signed_out' }),
    removeSecondFactors: async (who, reason, author) => {
      const uid = await accounts.member(who)
      await accounts.removeSecondFactors(uid, `${author}: ${reason}`)
      return await accounts.describe(uid)
    },
  }
}

async function requireUser({ identityDb }: IdentityDeps, who: string) {
  const user = who.includes('@')
    ? await findIdentityUserByEmail(identityDb, who)
    : await findIdentityUser(identityDb, who)
  if (!user) throw new Error(`There is no account ${who}`)
  return user
}

/** The uid of an account that is a member too, though they may never have called: a state needs its row. */
async function provisionedUid(identity: IdentityDeps, who: string): Promise<string> {
  const user = await requireUser(identity, who)
  const member = await provisionMember(identity.db, {
    iss: embeddedIssuer,
    sub: user.uid,
    email: user.email,
    displayName: user.name || null,
    photoURL: user.image,
  })
  if (member.state === 'deleted') throw new Error(`The account ${who} is deleted`)
  return user.uid
}

async function describe(identity: IdentityDeps, uid: string): Promise<OperatedMember> {
  const { identityDb, db } = identity
  const [user, member, sessions, events] = await Promise.all([
    requireUser(identity, uid),
    findMember(db, uid),
    listSessionsOf(identityDb, uid),
    listSecurityEvents(identityDb, uid),
  ])
  return {
    uid,
    email: user.email,
    emailVerified: user.emailVerified,
    displayName: user.name || null,
    state: member?.state ?? 'active',
    shortId: member?.shortId ?? null,
    sessions: sessions.map(({ userAgent, country, lastSeenAt }) => ({
      ...deviceName(userAgent),
      country,
      lastSeenAt,
    })),
    events,
  }
}
