import { batched } from '#server/platform/batched.ts'
import type { Db } from '#server/platform/database.ts'
import { ExpiringCache } from '#server/platform/expiring-cache.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { embeddedIssuer, verdictTtlMs, type VerifiedToken } from '#server/platform/verified-token.ts'
import { findMembersBySub, type Member, type MemberState } from './member-queries.ts'
import { provisionMember } from './provision-member.ts'

/** Turns valid tokens into members; the member's row is read at most once in 20 s. */
export interface MemberDirectory {
  /** Throws `user_disabled`, `user_deleted`, or `user_token_expired` for a token that was revoked. */
  actorOf(token: VerifiedToken): Promise<MemberActor>
  /** Forgets what is known of a member; `key` is `{iss} {sub}`. */
  evict(key: string): void
  /** Forgets everybody: news may have been missed. */
  clear(): void
}

export function createMemberDirectory(db: Db): MemberDirectory {
  const members = new ExpiringCache<Member>({ ttlMs: verdictTtlMs, entriesMax: 50_000 })
  const known = batched(async (keys) => await findMembersBySub(db, keys))
  return {
    actorOf: async (token) => {
      const key = `${token.iss} ${token.sub}`
      const load = async () => {
        const found = await known(key)
        return found && isOf(found, token) ? found : await provisionMember(db, token)
      }
      let member = await members.get(key, load)
      if (!isOf(member, token) && member.state === 'active') {
        members.evict(key)
        member = await members.get(key, load)
      }
      requireGoodStanding(member)
      if (isRevoked(token, member)) throw problem('user_token_expired')
      return {
        kind: 'member',
        uid: member.uid,
        party: member.party,
        email: token.email,
        emailVerified: token.emailVerified,
        sessionId: token.sessionId,
        signedInAt: token.signedInAt,
      }
    },
    evict: (key) => members.evict(key),
    clear: () => members.clear(),
  }
}

/** Whether what is known of a member's address is what a token says. */
function isOf({ email, isEmailVerified }: Member, token: VerifiedToken): boolean {
  return email === token.email && (isEmailVerified || !token.emailVerified)
}

/**
 * Tokens give their time in whole seconds. The embedded provider ends the sessions as well, so one of the same second
 * may pass; an outside one does not, so it may not, and who signs in within that second does it again.
 */
function isRevoked({ iss, issuedAt }: VerifiedToken, { tokensValidAfterMs }: Member): boolean {
  const time = issuedAt.getTime()
  if (iss === embeddedIssuer) return time < Math.floor(tokensValidAfterMs / 1000) * 1000
  return time <= tokensValidAfterMs
}

/** Throws `user_disabled` or `user_deleted` for a member who may not act. */
export function requireGoodStanding({ state }: Pick<Member, 'state'>): void {
  if (state === 'disabled') throw problem('user_disabled')
  if (state === 'deleted') throw problem('user_deleted')
}

/** A member whom operators still find. Throws `not_found` for one that is deleted, or was never there. */
export function requirePresent(
  member: Member | undefined,
): Member & { state: Exclude<MemberState, 'deleted'> } {
  if (!member || member.state === 'deleted')
    throw problem('not_found', { detail: 'There is no such member.' })
  return { ...member, state: member.state }
}
