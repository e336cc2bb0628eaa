import {
  findMember,
  findMembersByEmail,
  setMemberState,
  type Member,
} from '#server/modules/accounts/public.ts'
import { endSessions } from '../end-sessions.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { listSecurityEvents, noteSecurityEvent, type SecurityEventKind } from '../identity-queries.ts'
import type { MemberOperations, OperatedMember } from '../operate-members.ts'

/**
 * What an operator may do to members of an outside provider: those who have called this product, by uid or address.
 * The accounts themselves, their passwords and devices, are looked after with the provider.
 */
export function operateOutsideMembers(identity: IdentityDeps): MemberOperations {
  const act = async (
    who: string,
    { state, kind, reason }: { state?: 'active' | 'disabled'; kind: SecurityEventKind; reason?: string },
  ) => {
    const { uid } = await requireMember(identity, who)
    if (state !== 'disabled') await endSessions(identity, uid)
    if (state) await setMemberState(identity.db, uid, state)
    await identity.accountChanged(uid)
    await noteSecurityEvent(identity.identityDb, uid, kind, reason)
    return await describe(identity, uid)
  }
  return {
    show: async (who) => await describe(identity, (await requireMember(identity, who)).uid),
    disable: async (who, reason) => await act(who, { state: 'disabled', kind: 'disabled', reason }),
    enable: async (who, reason) => await act(who, { state: 'active', kind: 'enabled', reason }),
    signOut: async (who) => await act(who, { kind: 'signed_out' }),
  }
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
  return { uid, email, emailVerified: null, displayName, state, shortId, sessions: null, events }
}
