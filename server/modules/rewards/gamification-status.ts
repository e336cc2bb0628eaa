import type { BadgeView, Gamification } from '#contracts/gamification.schemas.ts'
import { levelOf } from '#rules/level.ts'
import { nextReward, type RewardsNow } from '#rules/next-reward.ts'
import { badgeProgress, BADGES, type BadgeFacts } from '#rules/badges.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { balances, lifetimePoints } from '#server/modules/ledger/public.ts'
import type { RewardDeps, RewardMember, RewardStatus } from '#server/modules/points/public.ts'
import { invitationTotals } from '#server/modules/friends/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { listOfRewards } from './list-of-rewards.ts'
import { badgesOf } from './badge-queries.ts'

/** Everything that a member is and can have in points: level, badges, streak, each reward, and what to do next. */
export async function gamificationStatus(
  db: Db,
  actor: RewardMember,
  deps: RewardDeps,
): Promise<Gamification> {
  const { levels } = await currentEconomy(db)
  const { points: balance } = await balances(db, actor.party)
  const lifetime = await lifetimePoints(db, actor.party)
  const statuses = await rewardStatuses(db, actor, deps)
  const rewards = merged<Gamification['rewards']>(statuses.map(({ view }) => view))
  const streak = merged<Gamification['streak']>(statuses.map((status) => status.streak))
  const next = nextReward(merged<RewardsNow>(statuses.map((status) => status.next)))
  const unfollowed = rewards.socialFollow.find(({ isOpen }) => isOpen)
  return {
    points: { balance, lifetime },
    level: { ...levelOf(lifetime, levels), levels: levels.fromPoints.length },
    streak,
    badges: await listBadges(db, actor, { longestStreak: streak.longest }),
    rewards,
    next: { ...next, platform: next.action === 'follow' ? unfollowed!.platform : null },
  }
}

/** The status of each reward for a member, in the order of the list. */
export async function rewardStatuses(
  db: Db,
  member: RewardMember,
  deps: RewardDeps,
): Promise<RewardStatus[]> {
  const statuses: RewardStatus[] = []
  for (const { status } of listOfRewards) if (status) statuses.push(await status(db, member, deps))
  return statuses
}

/** One object of the parts that rewards give; the contract's check refuses an answer with one missing. */
function merged<Whole>(parts: (Partial<Whole> | undefined)[]): Whole {
  return Object.assign({}, ...parts) as Whole
}

/**
 * A member's badges with the day each was earned, and how far they are with the others. The database awards a badge in
 * the transaction that earns it; it stays whatever comes after.
 */
async function listBadges(
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
