import { sql } from 'kysely'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import { operate, requireNotOwn, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { lockReviewedInvitation, type InvitationRow } from './invitation-queries.ts'

/** Lets an invitation under review go on; answers whether it was under review. Throws `forbidden` for one's own. */
export async function releaseInvitation(
  tx: Tx,
  actor: OperatorActor,
  { friendUid, at }: { friendUid: string; at: Date },
): Promise<boolean> {
  if (!(await decide(tx, actor, friendUid, 'waiting'))) return false
  await sql`
    update friend_invitation set state = 'waiting', reason = null, is_released = true, look_again_at = ${at}
    where friend_uid = ${friendUid}`.execute(tx)
  return true
}

/**
 * Ends an invitation under review for good and notifies the inviter; answers whether it was under review. Throws
 * `forbidden` for one's own.
 */
export async function refuseInvitation(
  tx: Tx,
  actor: OperatorActor,
  { friendUid, reason, at }: { friendUid: string; reason: string; at: Date },
): Promise<boolean> {
  const invitation = await decide(tx, actor, friendUid, 'refused')
  if (!invitation) return false
  await sql`
    update friend_invitation set state = 'refused', reason = ${reason}, decided_at = ${at}
    where friend_uid = ${friendUid}`.execute(tx)
  const { inviterUid, friendParty } = invitation
  await notifyMembers(tx, [inviterUid], { kind: 'friend_refused', facts: { friendParty } })
  return true
}

/** The act of a decision: locks the invitation, which is nobody's own, and enters what becomes of it in the log. */
async function decide(
  tx: Tx,
  actor: OperatorActor,
  friendUid: string,
  state: 'waiting' | 'refused',
): Promise<InvitationRow | undefined> {
  const invitation = await lockReviewedInvitation(tx, friendUid)
  if (!invitation) return undefined
  await requireNotOwn(tx, actor, invitation.inviterUid)
  await operate(tx, actor, {
    action: state === 'waiting' ? 'invitation.release' : 'invitation.refuse',
    before: { state: invitation.state },
    after: { state },
    member: { uid: friendUid },
  })
  return invitation
}
