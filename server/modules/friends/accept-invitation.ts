import { m } from '#messages'
import type { AcceptedInvitation } from '#contracts/friends.schemas.ts'
import { invitationRefusal, type InvitationRefusal } from '#rules/friend-invitation.ts'
import { normalEmail } from '#rules/normal-email.ts'
import {
  findMember,
  findMemberByShortId,
  requireStaying,
  setInvitedBy,
  type Member,
} from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { balances } from '#server/modules/ledger/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { claimForAddress } from '#server/modules/points/public.ts'
import { invitationProgress } from './invitation-progress.ts'
import { findInvitation, insertInvitation } from './invitation-queries.ts'
import { refuseReward } from '#server/modules/points/public.ts'
import { settleInvitation } from './settle-invitation.ts'

/**
 * A member says who invited them: once, within thirty days of signing up, an older member. The points are paid to both
 * when the member has done what is asked (`settle-invitation.ts`), which may be at once.
 */
export async function acceptInvitation(
  tx: Tx,
  actor: Pick<MemberActor, 'uid' | 'party' | 'email'>,
  { inviterShortId }: { inviterShortId: string },
  { hashAddress }: { hashAddress(email: string): Buffer },
): Promise<AcceptedInvitation> {
  await requireStaying(tx, actor.uid)
  const friend = await findMember(tx, actor.uid)
  if (!friend) throw problem('not_found')
  if (await findInvitation(tx, actor.uid)) throw await alreadyInvited(tx, actor)
  const inviter = await activeInviter(tx, inviterShortId)
  if (!inviter)
    throw await refuseReward(tx, actor.party, 'reward_inviter_unknown', m.friends_refused_unknown(), null)

  const now = await databaseNow(tx)
  const { friendInvitation: settings } = await currentEconomy(tx)
  const facts = {
    friend: { uid: friend.uid, createdAtMs: friend.createdAt.getTime() },
    inviter: { uid: inviter.uid, createdAtMs: inviter.createdAt.getTime() },
    nowMs: now.getTime(),
    isSameMailbox: normalEmail(actor.email) === normalEmail(inviter.email),
  }
  const refusal = invitationRefusal({ ...facts, isKnownAddress: false }, settings)
  if (refusal) throw await refused(tx, actor, refusal, settings)
  // Of many at once one writes it; the others wait here, and find it written.
  if (!(await insertInvitation(tx, { friend: actor, inviter, at: now })))
    throw await alreadyInvited(tx, actor)
  const isNewAddress = await claimForAddress(tx, {
    program: 'friend-invitation',
    period: 'once',
    addressHash: hashAddress(actor.email),
    uid: actor.uid,
  })
  if (!isNewAddress) throw await refused(tx, actor, 'known_address', settings)
  await setInvitedBy(tx, actor.uid, inviter.shortId)
  await notifyMembers(tx, [inviter.uid], { kind: 'friend_joined', facts: { friendParty: actor.party } })

  const granted = await settleInvitation(tx, { friendUid: actor.uid })
  const invitation = (await findInvitation(tx, actor.uid))!
  const progress = await invitationProgress(tx, invitation, settings)
  const { points: balance } = await balances(tx, actor.party)
  return {
    granted: granted?.friendPoints ?? 0,
    balance,
    nextAt: null,
    friendPoints: invitation.friendPoints ?? settings.friendPoints,
    ...progress,
  }
}

/** The member with this creator id, kept from leaving; undefined for one who left or is disabled. */
async function activeInviter(tx: Tx, shortId: string): Promise<Member | undefined> {
  const inviter = await findMemberByShortId(tx, shortId)
  if (!inviter || inviter.state !== 'active') return undefined
  await requireStaying(tx, inviter.uid)
  return inviter
}

async function alreadyInvited(tx: Tx, actor: { party: string }) {
  return await refuseReward(tx, actor.party, 'already_granted', m.friends_refused_already(), null)
}

const sentences: Record<InvitationRefusal, (settings: { days: number }) => string> = {
  oneself: () => m.friends_refused_oneself(),
  older_account: () => m.friends_refused_older(),
  too_late: m.friends_refused_late,
  known_address: () => m.friends_refused_address(),
}

async function refused(
  tx: Tx,
  actor: { party: string },
  refusal: InvitationRefusal,
  { withinDays: days }: { withinDays: number },
) {
  return await refuseReward(tx, actor.party, 'reward_not_eligible', sentences[refusal]({ days }), null)
}
