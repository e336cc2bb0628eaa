import type { BadgeView } from '#contracts/gamification.responses.ts'
import { badgeProgress, BADGES, type BadgeFacts } from '#rules/badges.ts'
import { hasEverJoined } from '#server/modules/campaigns/public.ts'
import { hasEverConverted } from '#server/modules/conversions/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { badgesOf, insertBadges } from './badge-queries.ts'
import { invitationTotals } from './invitation-queries.ts'

/**
 * A member's badges and how far they are with the others. What is earned is awarded here, when it is first seen to be:
 * a badge is worth nothing but the look of it, and stays whatever comes after.
 */
export async function awardBadges(
  db: Db,
  { uid, subject }: Pick<MemberActor, 'uid' | 'subject'>,
  { longestStreak }: Pick<BadgeFacts, 'longestStreak'>,
): Promise<BadgeView[]> {
  const before = await badgesOf(db, subject)
  const facts: BadgeFacts = {
    joins: (await hasEverJoined(db, uid)) ? 1 : 0,
    conversions: (await hasEverConverted(db, uid)) ? 1 : 0,
    longestStreak,
    friendsPaid: (await invitationTotals(db, uid)).paid,
    // Awarded with the prize (`grant-season-prize.ts`).
    bestSeasonRank: null,
  }
  const fresh = BADGES.filter((badge) => !before.has(badge) && badgeProgress(badge, facts).isEarned)
  if (fresh.length > 0) await insertBadges(db, subject, fresh)
  const earned = fresh.length > 0 ? await badgesOf(db, subject) : before
  return BADGES.map((badge) => {
    const { progress, goal } = badgeProgress(badge, facts)
    const earnedAt = earned.get(badge)
    return {
      badge,
      progress: earnedAt ? goal : progress,
      goal,
      earnedAt: earnedAt?.toISOString() ?? null,
    }
  })
}
