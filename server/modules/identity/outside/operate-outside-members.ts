import { findMember, findMembersByEmail, type Member } from '#server/modules/accounts/public.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { listSecurityEvents } from '../security-events.ts'
import { operationsOn, type MemberOperations, type OperatedMember } from '../operate-members.ts'

/**
 * What an operator may do to members of an outside provider: those who have called this product, by uid or address.
 * The accounts themselves, their passwords and devices, are looked after with the provider.
 */
export function operateOutsideMembers(identity: IdentityDeps): MemberOperations {
  const uidOf = async (who: string) => (await requireMember(identity, who)).uid
  return operationsOn(identity, {
    seen: uidOf,
    member: uidOf,
    describe: async (uid) => await describe(identity, uid),
    requireSecondFactor: async () => {
      throw problem('conflict', { detail: 'Second factors are with the identity provider.' })
    },
    removeSecondFactors: async () => {},
  })
}

async function requireMember({ db }: IdentityDeps, who: string): Promise<Member> {
  const found = who.includes('@')
    ? await findMembersByEmail(db, who)
    : [await findMember(db, who)].filter((member) => member !== undefined)
  const [member, ...others] = found.filter(({ state }) => state !== 'deleted')
  if (!member)
    throw new Error(`There is no member ${who}; an account elsewhere is one from its first call on`)
  if (others.length > 0)
    throw new Error(
      `Several members have this address: ${[member, ...others].map(({ uid }) => uid).join(', ')}`,
    )
  return member
}

async function describe({ db, identityDb }: IdentityDeps, uid: string): Promise<OperatedMember> {
  const [member, events] = await Promise.all([findMember(db, uid), listSecurityEvents(identityDb, uid)])
  const { email, displayName, state, shortId } = member!
  return {
    uid,
    email,
    emailVerified: null,
    displayName,
    state,
    shortId,
    sessions: null,
    secondFactors: null,
    events,
  }
}
