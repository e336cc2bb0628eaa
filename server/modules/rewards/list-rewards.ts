import type { Rewards } from '#contracts/gamification.schemas.ts'
import { idSchema } from '#contracts/ids.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { pendingInvitations } from '#server/modules/friends/public.ts'
import { pendingShares, type ShareDeps } from '#server/modules/shares/public.ts'
import { awardsOf } from '#server/modules/ledger/public.ts'
import { gamificationStatus } from './gamification-status.ts'
import { listMissedRewards } from './list-missed-rewards.ts'

/**
 * What a member can claim now, what is pending with why and until when, what was missed with why and since when (with
 * the first page), and one page of what was granted.
 */
export async function listRewards(
  db: Db,
  actor: Pick<MemberActor, 'uid' | 'party' | 'email'>,
  { limit, cursor }: { limit: number; cursor?: string },
  deps: ShareDeps & { hashAddress(email: string): Buffer },
): Promise<Rewards> {
  const before = cursor === undefined ? undefined : decodeCursor(idSchema('transaction'), cursor)
  const page = pageOf(await awardsOf(db, actor.party, { limit, before }), limit, (last) => last.transactionId)
  const { rewards } = await gamificationStatus(db, actor, deps)
  return {
    claimable: claimable(rewards),
    pending: [
      ...(await pendingInvitations(db, actor)),
      ...(await pendingShares(db, actor, deps)),
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
