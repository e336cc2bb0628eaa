import type { BadgeView } from '#contracts/gamification.schemas.ts'
import { badgeProgress, BADGES, type BadgeFacts } from '#rules/badges.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { badgesOf } from './badge-queries.ts'
import { invitationTotals } from '#server/modules/friends/public.ts'

/**
 * A member's badges with the day each was earned, and how far they are with the others. The database awards a badge in
 * the transaction that earns it; it stays whatever comes after.
 */
export async function listBadges(
  db: Db,
  { uid, party }: Pick<MemberActor, 'uid' | 'party'>,
  { longestStreak }: Pick<BadgeFacts, 'longestStreak'>,
): Promise<BadgeView[]> {
  const earned = await badgesOf(db, party)
  const facts: BadgeFacts = {
    // The first of these is a badge at once: a member without one has none.
    joins: 0,
    conversions: 0,
    bestSeasonRank: null,
    longestStreak,
    friendsPaid: (await invitationTotals(db, uid)).paid,
  }
  return BADGES.map((badge) => {
    const { progress, goal } = badgeProgress(badge, facts)
    const earnedAt = earned.get(badge)
    return { badge, progress: earnedAt ? goal : progress, goal, earnedAt: earnedAt?.toISOString() ?? null }
  })
}
