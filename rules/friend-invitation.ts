import type { Economy } from './economy.ts'
import { dayMs } from './utc-date.ts'

/**
 * Who may name whom as their inviter, and when both are paid (docs/economy.md, Points). Times are
 * milliseconds since 1970.
 */

/** An account, as far as its age goes. */
export type Account = { uid: string; createdAtMs: number }

/**
 * Whether `one` was here before `other`. Two accounts of the same moment have an order too: so invitations, which
 * only ever point from an older account to a younger one, can form no circle, however many are made at once.
 */
export function isOlder(one: Account, other: Account): boolean {
  if (one.createdAtMs !== other.createdAtMs) return one.createdAtMs < other.createdAtMs
  return one.uid < other.uid
}

/** Why a member cannot name an inviter, in the order it is asked. */
export type InvitationRefusal = 'oneself' | 'older_account' | 'too_late' | 'known_address'

/** What is known when a member names who invited them. */
export type InvitationFacts = {
  friend: Account
  inviter: Account
  nowMs: number
  /** The two have one mailbox: an address written in two ways. */
  isSameMailbox: boolean
  /** The address was invited before, or belonged to a member who left within twelve months. */
  isKnownAddress: boolean
}

/** Why `friend` cannot name `inviter`; null when they can. */
export function invitationRefusal(
  { friend, inviter, nowMs, isSameMailbox, isKnownAddress }: InvitationFacts,
  { withinDays }: Economy['friendInvitation'],
): InvitationRefusal | null {
  if (friend.uid === inviter.uid || isSameMailbox) return 'oneself'
  if (isOlder(friend, inviter)) return 'older_account'
  if (nowMs > friend.createdAtMs + withinDays * dayMs) return 'too_late'
  return isKnownAddress ? 'known_address' : null
}

/** What the friend has still to do. */
export type InvitationStep = 'profile' | 'check_ins'

/** What decides whether both are paid now. */
export type QualifyingFacts = {
  isProfileComplete: boolean
  /** Dates on which the friend checked in. */
  checkIns: number
  sharesDevice: boolean
  sharesDestination: boolean
  /** An operator reviewed the invitation and accepted it. */
  isReleased: boolean
}

export type InvitationReviewReason = 'shared_device' | 'shared_destination'

/**
 * The status of an accepted invitation. The inviter's month is the caller's to ask, since it is counted as it is paid.
 */
export type InvitationStanding =
  | { state: 'waiting'; missing: InvitationStep[] }
  | { state: 'under_review'; reason: InvitationReviewReason }
  | { state: 'qualified' }

/** Whether both are paid, and if not what is missing or why a person has to look at it. */
export function invitationStanding(
  facts: QualifyingFacts,
  settings: Economy['friendInvitation'],
): InvitationStanding {
  const missing: InvitationStep[] = []
  if (!facts.isProfileComplete) missing.push('profile')
  if (facts.checkIns < settings.checkIns) missing.push('check_ins')
  if (missing.length > 0) return { state: 'waiting', missing }
  if (facts.isReleased) return { state: 'qualified' }
  if (facts.sharesDevice) return { state: 'under_review', reason: 'shared_device' }
  if (facts.sharesDestination) return { state: 'under_review', reason: 'shared_destination' }
  return { state: 'qualified' }
}
