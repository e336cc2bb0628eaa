import type { Logger } from 'pino'
import type { RewardProgram } from '#contracts/rewards.constants.ts'
import { invitationStanding } from '#rules/friend-invitation.ts'
import { utcMonth, utcMonthName } from '#rules/utc-months.ts'
import { memberProfile } from '#server/modules/accounts/public.ts'
import { shareDevice } from '#server/modules/conversions/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { countAwards, housePoints, lockAccounts, memberPoints } from '#server/modules/ledger/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import { shareDestination } from '#server/modules/redemptions/public.ts'
import { grantPoints, takePlace } from '#server/modules/points/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { eachOrThrow, pageByPage } from '#server/platform/each-by-itself.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import {
  reviewInvitation,
  lockWaitingInvitation,
  markInvitationPaid,
  postponeInvitation,
  type InvitationRow,
  dueInvitations,
  type DueInvitation,
} from './invitation-queries.ts'

/** The transactions of an invitation: what the inviter gets, and what the friend gets. */
export const invitationPrograms = { inviter: 'friend-invitation', friend: 'friend-welcome' } as const

export interface PaidInvitation {
  inviterPoints: number
  friendPoints: number
}

/**
 * Looks whether what was asked of an invited friend is done, and pays both together, once; answers what was paid, or
 * null. Called whenever something of the friend's changes, and by a job. Where the two seem to be one person it is
 * under review by an operator; beyond the inviter's month it waits for the next.
 */
export async function settleInvitation(
  tx: Tx,
  { friendUid }: { friendUid: string },
): Promise<PaidInvitation | null> {
  const invitation = await lockWaitingInvitation(tx, friendUid)
  if (!invitation) return null
  const now = await databaseNow(tx)
  const { inviterUid } = invitation
  const [friend, inviter] = [await memberProfile(tx, friendUid), await memberProfile(tx, inviterUid)]
  const { friendInvitation: settings } = await currentEconomy(tx)
  const later = async (until: Date, reason: 'inviter_month_full' | null = null) => {
    await postponeInvitation(tx, friendUid, { until, reason })
    return null
  }
  if (friend?.state !== 'active' || inviter?.state !== 'active') return await later(dayAfter(now))

  const checkIns = await countAwards(tx, invitation.friendParty, 'daily-check-in' satisfies RewardProgram)
  const done = { isProfileComplete: friend.isComplete, checkIns, isReleased: invitation.isReleased }
  const before = invitationStanding({ ...done, sharesDevice: false, sharesDestination: false }, settings)
  if (before.state === 'waiting') return await later(dayAfter(now))
  // Asked when it matters, since it is asked of two members' whole history.
  const standing = invitationStanding(
    {
      ...done,
      sharesDevice: await shareDevice(tx, friendUid, inviterUid),
      sharesDestination: await shareDestination(tx, friendUid, inviterUid),
    },
    settings,
  )
  if (standing.state === 'under_review') {
    await reviewInvitation(tx, friendUid, standing.reason)
    const { friendParty } = invitation
    await notifyMembers(tx, [inviterUid], { kind: 'friend_under_review', facts: { friendParty } })
    return null
  }
  const month = {
    party: invitation.inviterParty,
    program: invitationPrograms.inviter,
    period: utcMonthName(now),
  }
  if (!(await takePlace(tx, month, settings.paidMonthlyMax)))
    return await later(new Date(utcMonth(now, 1)), 'inviter_month_full')
  return await pay(tx, invitation, settings, now)
}

async function pay(
  tx: Tx,
  { friendUid, friendParty, inviterUid, inviterParty }: InvitationRow,
  { inviterPoints, friendPoints }: PaidInvitation,
  at: Date,
): Promise<PaidInvitation> {
  // Two posts in one transaction: all their accounts are locked first, in the ledger's order.
  await lockAccounts(tx, [memberPoints(inviterParty), memberPoints(friendParty), housePoints])
  const { inviter, friend } = invitationPrograms
  if (inviterPoints > 0)
    await grantPoints(tx, {
      party: inviterParty,
      program: inviter,
      period: friendParty,
      points: inviterPoints,
    })
  if (friendPoints > 0)
    await grantPoints(tx, {
      party: friendParty,
      program: friend,
      period: 'once',
      points: friendPoints,
    })
  await markInvitationPaid(tx, friendUid, { inviterPoints, friendPoints, at })
  if (inviterPoints > 0) {
    const facts = { friendParty, points: inviterPoints }
    await notifyMembers(tx, [inviterUid], { kind: 'friend_paid', facts })
  }
  return { inviterPoints, friendPoints }
}

function dayAfter(at: Date): Date {
  return new Date(at.getTime() + 86_400_000)
}

/** Invitations that are read at once. */
const pageSize = 500

/**
 * Looks at the invitations whose time it is: those whose check-in or profile no request looked at in time, and those
 * that waited for the inviter's next month. One that fails keeps none of the others waiting, and is thrown at the end.
 */
export async function settleInvitations(
  db: Db,
  { log }: { log: Logger },
): Promise<{ looked: number; paid: number }> {
  const round = { looked: 0, paid: 0 }
  await eachOrThrow(
    pageByPage<DueInvitation>(
      pageSize,
      async (after) => await dueInvitations(db, { after, limit: pageSize }),
    ),
    async ({ uid: friendUid }) => {
      round.looked += 1
      if (await inTransaction(db, async (tx) => await settleInvitation(tx, { friendUid }))) round.paid += 1
    },
    (error, { uid: friendUid }) => log.error({ err: error, friendUid }, 'an invitation could not be settled'),
  )
  return round
}
