import { m } from '#messages'
import type { LinkTest } from '#contracts/shortlinks.schemas.ts'
import { formatDateTime, formatNumber } from '#web/ui/common/format.ts'

type Step = LinkTest['steps'][number]
type ClickReason = LinkTest['uncounted'][number]['reason']

const reasons: Record<ClickReason, () => string> = {
  head: m.shortlinks_reason_head,
  prefetch: m.shortlinks_reason_prefetch,
  preview: m.shortlinks_reason_preview,
  bot: m.shortlinks_reason_bot,
  link_banned: m.shortlinks_reason_link_banned,
  link_disabled: m.shortlinks_reason_link_disabled,
  link_expired: m.shortlinks_reason_link_expired,
  repeat: m.shortlinks_reason_repeat,
}

const reviewReasons: Record<LinkTest['underReview'][number]['reason'], () => string> = {
  hosting_network: m.shortlinks_review_hosting_network,
  network_limit: m.shortlinks_review_network_limit,
  impossible_rate: m.shortlinks_review_impossible_rate,
  hourly_limit: m.shortlinks_review_hourly_limit,
}

/** Why visits are looked at before they are paid. */
export function reviewReasonText(reason: LinkTest['underReview'][number]['reason']): string {
  return reviewReasons[reason]()
}

/** Why a visit did not count, within a sentence. */
export function clickReasonText(reason: ClickReason): string {
  return reasons[reason]()
}

const linkText: Record<string, () => string> = {
  disabled: m.shortlinks_check_link_disabled,
  expired: m.shortlinks_check_link_expired,
  banned: m.shortlinks_check_link_banned,
}

const campaignText: Record<string, () => string> = {
  paused: m.shortlinks_check_campaign_paused,
  exhausted: m.shortlinks_check_campaign_exhausted,
}

const rejections: Record<string, () => string> = {
  click_not_human: m.shortlinks_rejected_click_not_human,
  click_expired: m.shortlinks_rejected_click_expired,
  campaign_not_started: m.shortlinks_rejected_campaign,
  campaign_ended: m.shortlinks_rejected_campaign,
  campaign_not_running: m.shortlinks_rejected_campaign,
  enrolment_not_active: m.shortlinks_rejected_enrolment_not_active,
  reward_not_offered: m.shortlinks_rejected_reward_not_offered,
  amount_missing: m.shortlinks_rejected_reward_not_offered,
  earning_below_one_crel: m.shortlinks_rejected_earning_below_one_crel,
  member_cap_reached: m.shortlinks_rejected_member_cap_reached,
  budget_spent: m.shortlinks_rejected_budget_spent,
  unconfirmed_limit: m.shortlinks_rejected_unconfirmed_limit,
  click_unknown: m.shortlinks_rejected_other,
  wrong_brand: m.shortlinks_rejected_other,
  before_click: m.shortlinks_rejected_other,
}

/** A reason that is none of the rules' was a person's decision. */
function rejectionText(reason: string): string {
  return (rejections[reason] ?? m.shortlinks_rejected_decided)()
}

const labels: Record<Step['step'], (step: Step, test: LinkTest, now?: Date) => string> = {
  link: ({ state, reason }) =>
    state === 'ok' ? m.shortlinks_check_link_ok() : (linkText[reason!] ?? m.shortlinks_check_link_banned)(),
  destination: ({ state }) =>
    state === 'ok' ? m.shortlinks_check_destination_ok() : m.shortlinks_check_destination_failed(),
  visit: ({ state, reason }) =>
    state === 'ok'
      ? m.shortlinks_check_visit_ok()
      : m.shortlinks_check_visit_failed({ reason: clickReasonText(reason as ClickReason) }),
  visits: ({ at }, { counted }, now) =>
    at === null
      ? m.shortlinks_check_visits_waiting()
      : m.shortlinks_check_visits_ok({
          clicks: formatNumber(counted.clicks),
          uniques: formatNumber(counted.uniques),
          when: formatDateTime(at, now),
        }),
  enrolment: ({ state }) =>
    state === 'ok' ? m.shortlinks_check_enrolment_ok() : m.shortlinks_check_enrolment_failed(),
  campaign: ({ state, reason }) =>
    state === 'ok'
      ? m.shortlinks_check_campaign_ok()
      : (campaignText[reason!] ?? m.shortlinks_check_campaign_failed)(),
  conversion: ({ state, reason, at }, _, now) => {
    if (at === null) return m.shortlinks_check_conversion_waiting()
    const when = formatDateTime(at, now)
    if (state === 'ok') return m.shortlinks_check_conversion_accepted({ when })
    if (state === 'waiting') return m.shortlinks_check_conversion_under_review({ when })
    return m.shortlinks_check_conversion_rejected({ when, reason: rejectionText(String(reason)) })
  },
}

/** What a step of a link's test says, in a sentence. */
export function stepText(step: Step, test: LinkTest, now?: Date): string {
  return labels[step.step](step, test, now)
}
