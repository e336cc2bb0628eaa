import type { Reward } from '#server/modules/points/public.ts'
import type { Rewards } from '#contracts/gamification.schemas.ts'
import { memberProfile } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { invitationProgress } from './invitation-progress.ts'
import {
  countPaidInvitations,
  findInvitation,
  invitationTotals,
  openInvitationsOf,
  unpaidInvitationsOf,
  type InvitationRow,
} from './invitation-queries.ts'

/** The newest friends that `/rewards` names one by one; `/friends` has them all. */
const listedMax = 20

/** Points for inviting a friend, and the friend's own for coming. */
export const friendReward = {
  programs: ['friend-invitation', 'friend-welcome'],
  status: async (db, { uid }) => {
    const { waiting, underReview, paid } = await invitationTotals(db, uid)
    const points = (await currentEconomy(db)).friendInvitation.inviterPoints
    return {
      view: { friendInvitation: { points, waiting, underReview, paid } },
      next: { inviteFriend: points },
    }
  },
  pending: pendingInvitations,
  missed: missedInvitations,
  totals: async (db) => ({ friendsPaid: await countPaidInvitations(db) }),
} satisfies Reward

/** Invitations of a member that are not decided, with what each waits for: the one they came by, then their friends'. */
async function pendingInvitations(db: Db, { uid }: Pick<MemberActor, 'uid'>): Promise<Rewards['pending']> {
  const { friendInvitation: settings } = await currentEconomy(db)
  const isOpen = ({ state }: InvitationRow) => state === 'waiting' || state === 'under_review'
  const pending = async (
    row: InvitationRow,
    one: Pick<Rewards['pending'][number], 'reward' | 'points' | 'name'>,
  ) => {
    const { isProfileComplete, checkIns, checkInsNeeded, until } = await invitationProgress(db, row, settings)
    const missing = !isProfileComplete
      ? 'profile_incomplete'
      : checkIns < checkInsNeeded
        ? 'too_few_check_ins'
        : 'soon'
    return { ...one, reason: row.reason ?? missing, until }
  }
  const mine = await findInvitation(db, uid)
  const friends = await openInvitationsOf(db, uid, listedMax)
  return await Promise.all([
    ...(mine && isOpen(mine)
      ? [pending(mine, { reward: 'friend-welcome', points: settings.friendPoints, name: null })]
      : []),
    ...friends.map(async (row) =>
      pending(row, {
        reward: 'friend-invitation',
        points: settings.inviterPoints,
        name: await nameOf(db, row),
      }),
    ),
  ])
}

/** Invitations of a member that were refused or have ended, the newest of each side. */
async function missedInvitations(db: Db, { uid }: Pick<MemberActor, 'uid'>): Promise<Rewards['missed']> {
  const missed = (
    one: { reward: 'friend-welcome' | 'friend-invitation'; name: string | null },
    row: InvitationRow,
  ) => ({
    ...one,
    // The operator's own word for it is for operators.
    reason: row.state === 'refused' ? 'refused' : row.reason!,
    at: row.decidedAt!.toISOString(),
    month: null,
  })
  const mine = await findInvitation(db, uid)
  const isMissed = mine?.state === 'refused' || mine?.state === 'ended'
  const friends = await unpaidInvitationsOf(db, uid, listedMax)
  return [
    ...(mine && isMissed ? [missed({ reward: 'friend-welcome', name: null }, mine)] : []),
    ...(await Promise.all(
      friends.map(async (row) => missed({ reward: 'friend-invitation', name: await nameOf(db, row) }, row)),
    )),
  ]
}

async function nameOf(db: Db, { friendUid }: InvitationRow): Promise<string | null> {
  return (await memberProfile(db, friendUid))?.displayName ?? null
}
