import {
  findMember,
  lockMember,
  mailAccount,
  provisionMember,
  setMemberState,
  type Member,
  type MemberState,
} from '#server/modules/accounts/public.ts'
import { contentOf, notifyMembers, type Notification } from '#server/modules/notifications/public.ts'
import {
  authorOf,
  isOfConsole,
  memberTarget,
  operate,
  recordMemberView,
  requireOwnAgain,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import type { OperatorAct } from '#rules/operator-permissions.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Tx } from '#server/platform/database.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { embeddedIssuer } from '#server/platform/verified-token.ts'
import { deviceName, type DeviceName } from '#server/platform/device-name.ts'
import { endSessions } from './end-sessions.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { findIdentityUser, findIdentityUserByEmail } from './identity-queries.ts'
import {
  lastSwitch,
  listSecurityEvents,
  pageOfSecurityEvents,
  recordSecurityEvent,
  type SecurityEvent,
  type SecurityEventKind,
} from './security-events.ts'
import { secondFactorsOf, type SecondFactors } from './second-factor/factor-queries.ts'
import { removeSecondFactors, requireSecondFactor } from './second-factor/remove-factors.ts'
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
  /** What is asked for beside the password; null where an outside provider keeps it. */
  secondFactors: SecondFactors | null
  /** The newest first. */
  events: SecurityEvent[]
}

interface EventsPage {
  before?: number | undefined
  limit: number
}

/** What an operator may do to an account; each names it by uid or e-mail address and throws where there is none. */
export interface MemberOperations {
  /** That it was looked at is an entry of the log. */
  show(actor: OperatorActor, who: string): Promise<OperatedMember>
  /**
   * A page of what happened to an account, the newest first; `before` is the number of the last one on the page before.
   */
  events(uid: string, page: EventsPage): Promise<(SecurityEvent & { id: number })[]>
  /**
   * Until enabled again, sign-in, tokens and sessions answer `user_disabled`, in every process within 20 s. In the console
   * `conflict` for one whom another operator disabled, who has the way back; so does enabling.
   */
  disable(actor: OperatorActor, who: string, reason: string): Promise<OperatedMember>
  /** Lets them sign in again; the sessions from before end. */
  enable(actor: OperatorActor, who: string, reason: string): Promise<OperatedMember>
  /** Ends every session; the member may sign in again. */
  signOut(actor: OperatorActor, who: string, reason?: string): Promise<OperatedMember>
  /**
   * Removes every second factor, for a member who lost theirs, ends every session and mails them. Throws `conflict`
   * where there is none, or where an outside provider keeps them.
   */
  removeSecondFactors(actor: OperatorActor, who: string, reason: string): Promise<OperatedMember>
}

export function memberOperations(identity: IdentityDeps): MemberOperations {
  return operationsOn(identity, {
    seen: async (who) => (await requireUser(identity, who)).uid,
    member: async (who) => await provisionedUid(identity, who),
    describe: async (uid) => await describe(identity, uid),
    requireSecondFactor: async (uid) => await requireSecondFactor(identity.identityDb, uid),
    removeSecondFactors: async (uid, note) => await removeSecondFactors(identity, uid, note),
  })
}

/** How one kind of account is found by uid or address, as it is seen or as the member it must be to be acted on. */
interface Accounts {
  seen(who: string): Promise<string>
  member(who: string): Promise<string>
  describe(uid: string): Promise<OperatedMember>
  /** Throws `conflict` where there is none to remove. */
  requireSecondFactor(uid: string): Promise<void>
  /** `note` says who did it and why. */
  removeSecondFactors(uid: string, note: string): Promise<void>
}

interface Act {
  action: OperatorAct
  state?: 'active' | 'disabled'
  kind: SecurityEventKind
  reason?: string
}

const switches: readonly OperatorAct[] = ['member.disable', 'member.enable']

/**
 * What an operator may do, with any identity provider. An act is an entry of the log in the transaction that changes the
 * member; one that was so already leaves none.
 */
export function operationsOn(identity: IdentityDeps, accounts: Accounts): MemberOperations {
  const { db, identityDb, secret } = identity
  const acted = async (
    actor: OperatorActor,
    uid: string,
    { action, state, reason }: Omit<Act, 'kind'>,
    work: (inTx: IdentityDeps) => Promise<void>,
  ) => {
    const done = await inTransaction(db, async (tx) => {
      const member = await lockMember(tx, uid)
      if (!member || member.state === 'deleted')
        throw problem('user_deleted', { detail: `The account ${uid} is deleted` })
      if (member.state === state) {
        const again = { action, target: await memberTarget(tx, uid), actions: switches }
        if (isOfConsole(actor))
          await requireOwnAgain(tx, actor, { ...again, detail: `This member is ${state} already.` })
        return false
      }
      const states = state && { before: { state: member.state }, after: { state } }
      await operate(tx, actor, { action, ...states, member: { uid, personal: { reason }, secret } })
      await work({ ...identity, db: tx })
      if (state) {
        await setMemberState(tx, uid, state)
        const notification = { kind: 'account_state_changed', facts: { state } } as const
        await notifyMembers(tx, [uid], notification)
        if (state === 'disabled') await mailDisabled(tx, identity, member, notification)
      }
      return true
    })
    if (done) await identity.accountChanged(uid)
    return done
  }
  const act = async (actor: OperatorActor, who: string, { kind, ...wish }: Act) => {
    const uid = await accounts.member(who)
    const done = await acted(actor, uid, wish, async (inTx) => {
      // Sessions of a disabled member stay, so that each device gets `user_disabled`; they end when the member is enabled.
      if (wish.state !== 'disabled') await endSessions(inTx, uid)
    })
    // On another connection than the act: after a kill between the two a repetition of the act records it.
    if (done || (wish.state && (await lastSwitch(identityDb, uid)) !== kind))
      await recordSecurityEvent(identityDb, uid, kind, wish.reason)
    return await accounts.describe(uid)
  }
  return {
    show: async (actor, who) => {
      const uid = await accounts.seen(who)
      await inTransaction(db, async (tx) => await recordMemberView(tx, actor, { uid }))
      return await accounts.describe(uid)
    },
    events: async (uid, page) => await pageOfSecurityEvents(identityDb, uid, page),
    disable: async (actor, who, reason) =>
      await act(actor, who, { action: 'member.disable', state: 'disabled', kind: 'disabled', reason }),
    enable: async (actor, who, reason) =>
      await act(actor, who, { action: 'member.enable', state: 'active', kind: 'enabled', reason }),
    signOut: async (actor, who, reason) =>
      await act(actor, who, { action: 'member.sign-out', kind: 'signed_out', reason }),
    removeSecondFactors: async (actor, who, reason) => {
      const uid = await accounts.member(who)
      // The product's connection may not remove them, so the entry is there first: nothing is done without one, and after
      // a kill between the two the factors are still there to be removed.
      await acted(actor, uid, { action: 'member.remove-second-factors', reason }, async () => {
        await accounts.requireSecondFactor(uid)
      })
      await accounts.removeSecondFactors(uid, `${authorOf(actor)}: ${reason}`)
      // Those of a lost device, and of a thief's, are over; their access tokens end with this.
      await endSessions(identity, uid)
      return await accounts.describe(uid)
    },
  }
}

/**
 * With the act: the job that sends notifications may be of a version that drops those of a disabled member. An address
 * that nobody proved is mailed nothing: it may be another's.
 */
async function mailDisabled(
  tx: Tx,
  { mailer, publicOrigin }: Pick<IdentityDeps, 'mailer' | 'publicOrigin'>,
  {
    uid,
    email: to,
    timeZone,
    isEmailVerified,
  }: Pick<Member, 'uid' | 'email' | 'timeZone' | 'isEmailVerified'>,
  notification: Notification,
): Promise<void> {
  if (!isEmailVerified) return
  await mailAccount(tx, mailer, uid, () => {
    const { title: subject, lines, opens } = contentOf(notification, { timeZone })
    const action = { label: opens.label, url: `${publicOrigin}${opens.path}` }
    return composeMail({ to, subject, lines, action })
  })
}

async function requireUser({ identityDb }: IdentityDeps, who: string) {
  const user = who.includes('@')
    ? await findIdentityUserByEmail(identityDb, who)
    : await findIdentityUser(identityDb, who)
  if (!user) throw problem('not_found', { detail: `There is no account ${who}` })
  return user
}

/** The uid of an account that is a member too, though they may never have called: a state needs its row. */
async function provisionedUid(identity: IdentityDeps, who: string): Promise<string> {
  const user = await requireUser(identity, who)
  const member = await provisionMember(identity.db, {
    iss: embeddedIssuer,
    sub: user.uid,
    email: user.email,
    emailVerified: user.emailVerified,
    displayName: user.name || null,
    photoURL: user.image,
  })
  if (member.state === 'deleted') throw new Error(`The account ${who} is deleted`)
  return user.uid
}

async function describe(identity: IdentityDeps, uid: string): Promise<OperatedMember> {
  const { identityDb, db } = identity
  const [user, member, sessions, secondFactors, events] = await Promise.all([
    requireUser(identity, uid),
    findMember(db, uid),
    listSessionsOf(identityDb, uid),
    secondFactorsOf(identityDb, uid),
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
    secondFactors,
    events,
  }
}
