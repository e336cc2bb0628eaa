import { m } from '#messages'
import type { Badge } from '#rules/badges.ts'

/** A badge's name, and what earns it. */
export const badgeText: Record<Badge, { name: () => string; criterion: () => string }> = {
  first_join: { name: m.gamification_badge_first_join, criterion: m.gamification_badge_first_join_how },
  first_conversion: {
    name: m.gamification_badge_first_conversion,
    criterion: m.gamification_badge_first_conversion_how,
  },
  streak_7: { name: m.gamification_badge_streak_7, criterion: m.gamification_badge_streak_7_how },
  streak_30: { name: m.gamification_badge_streak_30, criterion: m.gamification_badge_streak_30_how },
  streak_100: { name: m.gamification_badge_streak_100, criterion: m.gamification_badge_streak_100_how },
  friends_10: { name: m.gamification_badge_friends_10, criterion: m.gamification_badge_friends_10_how },
  season_top_10: { name: m.gamification_badge_season, criterion: m.gamification_badge_season_how },
}
