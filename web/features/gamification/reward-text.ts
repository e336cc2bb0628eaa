import type { RewardProgram } from '#contracts/rewards.constants.ts'
import { paths } from '#contracts/paths.ts'
import { m } from '#messages'
import type { Rewards } from '#contracts/gamification.schemas.ts'
import { rewardTexts } from '#web/platform/reward-texts.ts'
import { formatDate, formatMonth, formatRelative } from '#web/ui/common/format.ts'
import { platformName } from './platform-name.ts'

type Pending = Rewards['pending'][number]

/** Where a reward is claimed, or shown while it waits. */
export const claimPath = (reward: RewardProgram): string => rewardTexts[reward].to

/** Where a pending reward is shown, or what it waits for is done: an invited member's own check-ins. */
export function pendingPath({ reward, reason }: Pick<Pending, 'reward' | 'reason'>): string {
  return reward === 'friend-welcome' && reason === 'too_few_check_ins'
    ? paths.dailyCheckIn
    : claimPath(reward)
}

/** What a reward is called; one of a later version is a reward. */
export function rewardName(program: string, platform: string | null): string {
  if (platform) return m.gamification_reward_follow_on({ platform: platformName(platform) })
  return (rewardTexts[program as RewardProgram]?.name ?? m.gamification_reward_other)()
}

/** What a pending reward is about. */
export function pendingName({ reward, name }: Pending): string {
  if (name === null) return rewardName(reward, null)
  return reward === 'social-share'
    ? m.gamification_share_named({ name })
    : m.gamification_friend_named({ name })
}

type Missed = Rewards['missed'][number]

/** What a missed reward is about. */
export function missedName({ reward, name, month }: Missed): string {
  if (month !== null) return m.gamification_missed_month({ month: formatMonth(month, true) })
  if (name === null) return rewardName(reward, null)
  return reward === 'social-share'
    ? m.gamification_share_named({ name })
    : m.gamification_friend_named({ name })
}

/** Why a reward was missed, and since when. */
export function missedWhy({ reason, at }: Missed, now: Date): string {
  const date = formatDate(at, now)
  switch (reason) {
    case 'refused':
      return m.gamification_missed_refused({ date })
    case 'friend_left':
      return m.gamification_missed_friend_left({ date })
    case 'inviter_left':
      return m.gamification_missed_inviter_left({ date })
    case 'too_few_clicks':
      return m.gamification_missed_few_clicks({ date })
    case 'day_full':
      return m.gamification_missed_day_full({ date })
    case 'not_genuine':
      return m.gamification_missed_alike({ date })
    case 'not_claimed':
      return m.gamification_missed_not_claimed({ date })
    default:
      return m.gamification_missed_other({ date })
  }
}

/** Why a reward is not there yet, and until when. */
export function pendingWhy({ reward, reason, points, until }: Pending, now: Date): string {
  const date = until ? formatDate(until, now) : null
  switch (reason) {
    case 'checked_in':
      return until
        ? m.gamification_why_checked_in({ when: formatRelative(until, now) })
        : m.gamification_check_in_taken()
    case 'zone_changed':
      return m.gamification_why_zone({ when: until ? formatRelative(until, now) : '' })
    case 'claimed':
      return date ? m.gamification_why_claimed({ date }) : m.gamification_holder_claimed_once()
    case 'too_soon':
      return date ? m.gamification_why_soon({ date }) : m.gamification_holder_claimed_once()
    case 'month_open':
      return points === null
        ? m.gamification_why_month_reach()
        : m.gamification_why_month_open({ when: until ? formatRelative(until, now) : '' })
    case 'first_month':
      return m.gamification_why_first_month({ date: date ?? '' })
    case 'too_few_check_ins':
      if (reward === 'monthly-claim') return m.gamification_why_monthly_few({ date: date ?? '' })
      return reward === 'friend-welcome'
        ? m.gamification_why_welcome_check_ins()
        : m.gamification_why_friend_check_ins()
    case 'too_few_crels':
      return m.gamification_why_few_crels()
    case 'account_too_young':
      return date ? m.gamification_why_young({ date }) : m.gamification_why_few_crels()
    case 'profile_incomplete':
      return reward === 'friend-invitation'
        ? m.gamification_why_friend_profile()
        : m.gamification_why_profile()
    case 'own_network':
      return m.gamification_why_share_own()
    case 'hosting_network':
    case 'network_limit':
      return m.gamification_why_share_review()
    case 'too_few_clicks':
    case 'not_genuine':
      return m.gamification_why_few_clicks({ date: date ?? '' })
    case 'day_full':
      return m.gamification_why_day_full({ date: date ?? '' })
    case 'inviter_month_full':
      return m.gamification_why_month({ date: date ?? '' })
    case 'shared_device':
    case 'shared_destination':
      return m.gamification_why_under_review()
    default:
      return m.gamification_why_other()
  }
}
