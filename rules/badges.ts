/** The badges (docs/economy.md, Points), in the order a member is likely to earn them. */
export const BADGES = [
  'first_join',
  'first_conversion',
  'streak_7',
  'streak_30',
  'streak_100',
  'friends_10',
  'season_top_10',
] as const

export type Badge = (typeof BADGES)[number]

/** What badges are earned by. */
export type BadgeFacts = {
  /** Campaigns the member ever was in. */
  joins: number
  /** Conversions of theirs that were accepted. */
  conversions: number
  /** The longest streak of check-ins, in days. */
  longestStreak: number
  /** Friends whose invitation was paid. */
  friendsPaid: number
  /** The best place in a past season; null before the first. */
  bestSeasonRank: number | null
}

export type BadgeProgress = {
  /** How far the member is, `goal` at most. */
  progress: number
  goal: number
  isEarned: boolean
}

const criteria: Record<Badge, (facts: BadgeFacts) => [count: number, goal: number]> = {
  first_join: ({ joins }) => [joins, 1],
  first_conversion: ({ conversions }) => [conversions, 1],
  streak_7: ({ longestStreak }) => [longestStreak, 7],
  streak_30: ({ longestStreak }) => [longestStreak, 30],
  streak_100: ({ longestStreak }) => [longestStreak, 100],
  friends_10: ({ friendsPaid }) => [friendsPaid, 10],
  season_top_10: ({ bestSeasonRank }) => [bestSeasonRank !== null && bestSeasonRank <= 10 ? 1 : 0, 1],
}

/** How far a member is with a badge. */
export function badgeProgress(badge: Badge, facts: BadgeFacts): BadgeProgress {
  const [count, goal] = criteria[badge](facts)
  return { progress: Math.min(count, goal), goal, isEarned: count >= goal }
}
