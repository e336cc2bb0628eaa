import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { ClickReviewReason } from '#rules/click-review.ts'
import type { MailContent } from '#server/platform/mail/compose-mail.ts'
import type { Notice } from './notify-members.ts'

type Content = Omit<MailContent, 'to' | 'unsubscribeUrl'>

/** What the mail of a notice says. */
export function noticeContent(notice: Notice, { publicOrigin }: { publicOrigin: string }): Content {
  const at = (path: string) => `${publicOrigin}${path}`
  const campaign = {
    label: m.mail_notice_campaign_action(),
    url: at(paths.campaign(notice.facts.campaignId)),
  }
  switch (notice.kind) {
    case 'appeal_answered':
      return { ...appealText(notice.facts), action: walletAction(at) }
    case 'claim_answered':
      return {
        ...claimText(notice.facts),
        action: { label: m.mail_claim_action(), url: at(paths.myCampaigns) },
      }
    case 'click_review_decided':
      return { ...reviewText(notice.facts), action: walletAction(at) }
    case 'share_review_decided':
      return {
        ...shareText(notice.facts),
        action: { label: m.mail_share_review_action(), url: at(paths.socialShare) },
      }
    case 'application_decided':
      return { ...applicationText(notice.facts), action: campaign }
    case 'terms_changed':
      return { ...termsText(notice.facts), action: campaign }
    case 'removed':
      return {
        subject: m.mail_removed_subject(notice.facts),
        lines: [
          m.mail_removed_hello(notice.facts),
          m.mail_notice_reason(notice.facts),
          m.mail_removed_kept(),
        ],
        action: walletAction(at),
      }
  }
}

type Facts<K extends Notice['kind']> = Extract<Notice, { kind: K }>['facts']

function walletAction(at: (path: string) => string): NonNullable<Content['action']> {
  return { label: m.mail_appeal_action(), url: at(paths.crels('wallet')) }
}

function appealText({ granted, reason, answer, ...of }: Facts<'appeal_answered'>): Content {
  const said = answer === null ? [] : [m.mail_notice_answer({ answer })]
  if (granted)
    return { subject: m.mail_appeal_granted_subject(of), lines: [m.mail_appeal_granted(of), ...said] }
  const hello = reason === 'reported_by_server' ? m.mail_appeal_superseded(of) : m.mail_appeal_refused(of)
  return { subject: m.mail_appeal_refused_subject(of), lines: [hello, ...said] }
}

function claimText({ accepted, orderReference, answer, ...of }: Facts<'claim_answered'>): Content {
  const about = { order: orderReference, ...of }
  const said = answer === null ? [] : [m.mail_notice_answer({ answer })]
  return accepted
    ? { subject: m.mail_claim_accepted_subject(about), lines: [m.mail_claim_accepted(about), ...said] }
    : { subject: m.mail_claim_declined_subject(about), lines: [m.mail_claim_declined(about), ...said] }
}

function reviewText({ accepted, clicks, reason, answer, ...of }: Facts<'click_review_decided'>): Content {
  const about = { ...of, count: clicks, amount: new Intl.NumberFormat('en').format(clicks) }
  const why = m.mail_review_why({ reason: reviewReasons[reason]() })
  const said = answer === null ? [] : [m.mail_notice_answer({ answer })]
  return accepted
    ? { subject: m.mail_review_accepted_subject(about), lines: [m.mail_review_accepted(about), why, ...said] }
    : { subject: m.mail_review_rejected_subject(about), lines: [m.mail_review_rejected(about), why, ...said] }
}

function shareText({ accepted, reason, answer, ...of }: Facts<'share_review_decided'>): Content {
  const why = m.mail_review_why({ reason: reviewReasons[reason]() })
  const said = answer === null ? [] : [m.mail_notice_answer({ answer })]
  return accepted
    ? { subject: m.mail_share_accepted_subject(of), lines: [m.mail_share_accepted(of), why, ...said] }
    : { subject: m.mail_share_rejected_subject(of), lines: [m.mail_share_rejected(of), why, ...said] }
}

const reviewReasons: Record<ClickReviewReason, () => string> = {
  hosting_network: m.mail_review_hosting_network,
  network_limit: m.mail_review_network_limit,
  impossible_rate: m.mail_review_impossible_rate,
  hourly_limit: m.mail_review_hourly_limit,
}

function applicationText({ approved, reason, ...of }: Facts<'application_decided'>): Content {
  if (approved)
    return { subject: m.mail_application_approved_subject(of), lines: [m.mail_application_approved(of)] }
  const said = reason === null ? [] : [m.mail_notice_reason({ reason })]
  return {
    subject: m.mail_application_declined_subject(of),
    lines: [m.mail_application_declined(of), ...said],
  }
}

function termsText({ fields, ...of }: Facts<'terms_changed'>): Content {
  const names: Record<string, () => string> = {
    terms: m.mail_terms_field_terms,
    reward: m.mail_terms_field_reward,
    holdDays: m.mail_terms_field_hold,
    cookieDays: m.mail_terms_field_cookie,
  }
  const changed = fields.flatMap((field) => names[field]?.() ?? [])
  const list = new Intl.ListFormat('en').format(changed)
  return {
    subject: m.mail_terms_subject(of),
    lines: [m.mail_terms_hello({ ...of, list }), m.mail_terms_keep()],
  }
}
