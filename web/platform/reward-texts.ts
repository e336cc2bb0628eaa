import type { RewardProgram } from '#contracts/rewards.constants.ts'
import { paths } from '#contracts/paths.ts'
import { m } from '#messages'

/** How an entry of the points' history is called, and where it leads. */
export type EarnedText = { label: () => string; to: string | null }

/** Each reward: its name, where it is claimed or shown while it waits, and how the history calls it and leads to it. */
export const rewardTexts: Record<RewardProgram, { name: () => string; to: string; earned: EarnedText }> = {
  'daily-check-in': {
    name: m.gamification_reward_check_in,
    to: paths.dailyCheckIn,
    earned: { label: m.points_kind_daily_check_in, to: paths.dailyCheckIn },
  },
  'monthly-claim': {
    name: m.gamification_reward_monthly,
    to: paths.monthlyClaim,
    earned: { label: m.points_kind_monthly_claim, to: paths.monthlyClaim },
  },
  'holder-prize': {
    name: m.gamification_reward_holder,
    to: `${paths.points}#holder-prize`,
    earned: { label: m.points_kind_holder_prize, to: paths.points },
  },
  'joining-bonus': {
    name: m.gamification_reward_joining,
    to: paths.campaigns,
    earned: { label: m.points_kind_joining_bonus, to: null },
  },
  'friend-invitation': {
    name: m.gamification_reward_friend,
    to: paths.referral,
    earned: { label: m.points_kind_friend_invitation, to: paths.referral },
  },
  'friend-welcome': {
    name: m.gamification_reward_welcome,
    to: paths.profileInfo,
    earned: { label: m.points_kind_friend_welcome, to: paths.referral },
  },
  'social-follow': {
    name: m.gamification_reward_follow,
    to: `${paths.points}#social-follow`,
    earned: { label: m.points_kind_social_follow, to: paths.points },
  },
  'social-share': {
    name: m.gamification_reward_share,
    to: paths.socialShare,
    earned: { label: m.points_kind_social_share, to: paths.socialShare },
  },
  'season-prize': {
    name: m.gamification_reward_season,
    to: paths.leaderboard,
    earned: { label: m.points_kind_season_prize, to: paths.leaderboard },
  },
  boost: {
    name: m.gamification_reward_boost,
    to: paths.pointsShop,
    earned: { label: m.points_kind_boost, to: paths.pointsShop },
  },
}
