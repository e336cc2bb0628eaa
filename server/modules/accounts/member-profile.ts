import type { RawBuilder } from 'kysely'
import type { Channel } from '#contracts/users.schemas.ts'
import { profileCompletion } from '#rules/profile-completion.ts'
import type { Tx } from '#server/platform/database.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'
import { problem } from '#server/platform/http/problems.ts'
import { requireGoodStanding } from './member-directory.ts'
import { findMember, keepMember, type Member, type MemberState } from './member-queries.ts'

/** What other modules may know of a member. */
export interface MemberProfile {
  uid: string
  party: string
  shortId: string
  email: string
  displayName: string | null
  /** ISO 3166-1 alpha-2, or null while blank. */
  country: string | null
  channels: Channel[]
  industries: string[]
  timeZone: string | null
  isComplete: boolean
  state: MemberState
  createdAt: Date
}

/** The profile of a member, or undefined. */
export async function memberProfile(db: ReadDb, uid: string): Promise<MemberProfile | undefined> {
  const member = await findMember(db, uid)
  return member && profileOf(member)
}

/**
 * A member who is about to be given something, read afresh and kept as they are until the transaction ends. Before any
 * other lock; `then` is the next, taken in the same statement. Throws `user_disabled` and `user_deleted`.
 */
export async function requireActing(tx: Tx, uid: string, then?: RawBuilder<unknown>): Promise<MemberProfile> {
  const member = await keepMember(tx, uid, then)
  if (!member) throw problem('user_deleted')
  requireGoodStanding(member)
  return profileOf(member)
}

function profileOf(member: Member): MemberProfile {
  const { uid, party, shortId, email, displayName, channels, industries, state, createdAt } = member
  return {
    uid,
    party,
    shortId,
    email,
    displayName: displayName || null,
    country: member.countryOfResidence || null,
    channels,
    industries,
    timeZone: member.timeZone || null,
    isComplete: profileCompletion(member).isComplete,
    state,
    createdAt,
  }
}
