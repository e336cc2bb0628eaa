import type { Rewards } from '#contracts/gamification.schemas.ts'
import { idSchema } from '#contracts/ids.ts'
import { memberProfile } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { awardsOf } from './award-queries.ts'
import type { FriendDeps } from './friend-deps.ts'
import { gamificationStatus } from './gamification-status.ts'
import { invitationProgress } from './invitation-progress.ts'
import { listMissedRewards } from './list-missed-rewards.ts'
import type { ShareDeps } from './share-deps.ts'
import { sharesOf } from './share-queries.ts'
import { shareViews } from './share-view.ts'
import { findInvitation, invitationsOf, type InvitationRow } from './invitation-queries.ts'

/** The newest friends and shares that are named one by one; their own screens have them all. */
const openMax = 20

/**
 * What a member can claim now, what is pending with why and until when, what was missed with why and since when (with
 * the first page), and one page of what was granted.
 */
export async function listRewards(
  db: Db,
  actor: Pick<MemberActor, 'uid' | 'party' | 'email'>,
  { limit, cursor }: { limit: number; cursor?: string },
  deps: Pick<FriendDeps, 'publicOrigin' | 'clickLimits' | 'hashAddress'>,
): Promise<Rewards> {
  const before = cursor === undefined ? undefined : decodeCursor(idSchema('transaction'), cursor)
  const page = pageOf(await awardsOf(db, actor.party, { limit, before }), limit, (last) => last.transactionId)
  const { rewards } = await gamificationStatus(db, actor, deps)
  return {
    claimable: claimable(rewards),
    pending: [
      ...(await openInvitations(db, actor)),
      ...(await openShares(db, actor, deps)),
      ...notYet(rewards),
    ],
    missed: before === undefined ? await listMissedRewards(db, actor) : [],
    ...page,
    items: page.items.map((award) => ({ ...award, at: award.at.toISOString() })),
  }
}

type Standing = Awaited<ReturnType<typeof gamificationStatus>>['rewards']

function claimable({
  dailyCheckIn,
  monthlyClaim,
  holderPrize,
  socialFollow,
}: Standing): Rewards['claimable'] {
  const list: Rewards['claimable'] = []
  if (dailyCheckIn.nextAt === null)
    list.push({ reward: 'daily-check-in', points: dailyCheckIn.points, platform: null, until: null })
  if (monthlyClaim.refusal === null && monthlyClaim.points !== null)
    list.push({
      reward: 'monthly-claim',
      points: monthlyClaim.points,
      platform: null,
      until: monthlyClaim.closesAt,
    })
  if (holderPrize.refusal === null && holderPrize.points !== null)
    list.push({ reward: 'holder-prize', points: holderPrize.points, platform: null, until: null })
  for (const { platform, points, isOpen } of socialFollow)
    if (isOpen) list.push({ reward: 'social-follow', points, platform, until: null })
  return list
}

function notYet({ dailyCheckIn, monthlyClaim, holderPrize }: Standing): Rewards['pending'] {
  const list: Rewards['pending'] = []
  if (dailyCheckIn.nextAt !== null)
    list.push({
      reward: 'daily-check-in',
      points: dailyCheckIn.points,
      reason: dailyCheckIn.isCheckedIn ? 'checked_in' : 'zone_changed',
      until: dailyCheckIn.nextAt,
      name: null,
    })
  if (monthlyClaim.refusal)
    list.push({
      reward: 'monthly-claim',
      points: monthlyClaim.refusal === 'claimed' ? null : monthlyClaim.points,
      reason: monthlyClaim.refusal,
      until: monthlyClaim.refusal === 'profile_incomplete' ? null : monthlyClaim.closesAt,
      name: null,
    })
  if (holderPrize.refusal)
    list.push({
      reward: 'holder-prize',
      points: holderPrize.points,
      reason: holderPrize.refusal,
      until: holderPrize.nextAt,
      name: null,
    })
  return list
}

async function openShares(
  db: Db,
  { uid }: Pick<MemberActor, 'uid'>,
  deps: ShareDeps,
): Promise<Rewards['pending']> {
  const rows = await sharesOf(db, uid, { limit: openMax })
  const open = rows.filter(({ state }) => state === 'waiting')
  const views = await shareViews(db, uid, open, { ...deps, now: await databaseNow(db) })
  return views.map(({ campaign, points, reason, until, closesAt }, index) => ({
    reward: 'social-share',
    points,
    reason: reason ?? 'too_few_clicks',
    // A review waits for its operator, also past the close.
    until: open[index]!.review === 'under_review' ? null : (until ?? closesAt),
    name: campaign.title,
  }))
}

async function openInvitations(db: Db, { uid }: Pick<MemberActor, 'uid'>): Promise<Rewards['pending']> {
  const { friendInvitation: settings } = await currentEconomy(db)
  const reasonOf = async (row: InvitationRow) => {
    const { isProfileComplete, checkIns, checkInsNeeded, until } = await invitationProgress(db, row, settings)
    const missing = !isProfileComplete
      ? 'profile_incomplete'
      : checkIns < checkInsNeeded
        ? 'too_few_check_ins'
        : 'soon'
    return { reason: row.reason ?? missing, until }
  }
  const isOpen = ({ state }: InvitationRow) => state === 'waiting' || state === 'held'
  const mine = await findInvitation(db, uid)
  const friends = (await invitationsOf(db, uid, { limit: openMax })).filter(isOpen)
  return await Promise.all(
    [
      ...(mine && isOpen(mine)
        ? [{ row: mine, reward: 'friend-welcome' as const, points: settings.friendPoints }]
        : []),
      ...friends.map((row) => ({
        row,
        reward: 'friend-invitation' as const,
        points: settings.inviterPoints,
      })),
    ].map(async ({ row, reward, points }) => ({
      reward,
      points,
      ...(await reasonOf(row)),
      name:
        reward === 'friend-invitation'
          ? ((await memberProfile(db, row.friendUid))?.displayName ?? null)
          : null,
    })),
  )
}
