import { m } from '#messages'
import type { ClickReviewReason } from '#rules/click-review.ts'
import type { Enrolment } from '#contracts/enrolments.schemas.ts'
import { formatDate, formatNumber } from '#web/ui/common/format.ts'
import { dayMs } from '#rules/utc-date.ts'

/** An enrolment's state in a pill; while it is active, the campaign's own counts too. */
export function enrolmentStanding({
  state,
  campaign,
  link,
}: Pick<Enrolment, 'state' | 'campaign' | 'link'>): {
  text: string
  tone: 'green' | 'gold' | 'coral' | 'plain'
} {
  switch (state) {
    case 'applied':
      return { text: m.my_campaigns_state_applied(), tone: 'gold' }
    case 'declined':
      return { text: m.my_campaigns_state_declined(), tone: 'plain' }
    case 'left':
      // An application ended with its campaign: nobody left.
      return link === null && (campaign.state === 'ended' || campaign.state === 'archived')
        ? { text: m.my_campaigns_state_ended(), tone: 'plain' }
        : { text: m.my_campaigns_state_left(), tone: 'plain' }
    case 'removed':
      return { text: m.my_campaigns_state_removed(), tone: 'plain' }
  }
  switch (campaign.state) {
    case 'paused':
      return {
        text: campaign.isBrandSuspended ? m.my_campaigns_state_suspended() : m.my_campaigns_state_paused(),
        tone: 'gold',
      }
    case 'exhausted':
      return { text: m.my_campaigns_state_exhausted(), tone: 'gold' }
    case 'ended':
    case 'archived':
      return { text: m.my_campaigns_state_ended(), tone: 'plain' }
    default:
      return { text: m.my_campaigns_state_active(), tone: 'green' }
  }
}

/** What coming back to a campaign does, or applying to it again, which was withdrawn before it was decided. */
export function rejoinText(wasIn: boolean, by: Enrolment['campaign']['approval']): string {
  if (!wasIn) return m.my_campaigns_reapply_now()
  return by === 'application' ? m.my_campaigns_rejoin_apply_hint() : m.my_campaigns_rejoin_hint()
}

/** When a campaign ends: in days while that is near, else the date. */
export function deadlineText(endsAt: string | null, now: Date): string {
  if (endsAt === null) return m.my_campaigns_no_end()
  const days = Math.ceil((new Date(endsAt).getTime() - now.getTime()) / dayMs)
  if (days > 0 && days <= 14) return m.my_campaigns_ends_in({ count: days, amount: formatNumber(days) })
  return m.my_campaigns_ends({ date: formatDate(endsAt, now) })
}

const reviewReasons: Record<ClickReviewReason, () => string> = {
  hosting_network: m.my_campaigns_click_review_hosting_network,
  network_limit: m.my_campaigns_click_review_network_limit,
  impossible_rate: m.my_campaigns_click_review_impossible_rate,
  hourly_limit: m.my_campaigns_click_review_hourly_limit,
}

/** Why clicks are under review, as the end of a sentence. */
export function clickReviewReason(reason: ClickReviewReason): string {
  return reviewReasons[reason]()
}

/** Why unique clicks were not paid, as the end of a sentence. */
export function clickPayReason(
  reason: NonNullable<Enrolment['clickPay']>['notPaid'][number]['reason'],
): string {
  switch (reason) {
    case 'own_visit':
      return m.my_campaigns_click_pay_own_visit()
    case 'not_genuine':
      return m.my_campaigns_click_pay_not_genuine()
    case 'campaign_not_running':
      return m.my_campaigns_click_pay_not_running()
    case 'member_cap_reached':
      return m.my_campaigns_click_pay_cap()
    case 'budget_spent':
      return m.my_campaigns_click_pay_budget()
    case 'account_closed':
      return m.my_campaigns_click_pay_account()
    case 'reward_not_offered':
      return m.my_campaigns_click_pay_no_reward()
  }
}
