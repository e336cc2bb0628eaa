import { m } from '#messages'
import { paths, supportAnswersPath } from '#contracts/paths.ts'
import type { ClickReviewReason, ShareReviewReason } from '#rules/click-review.ts'
import { grouped } from '#server/platform/shown-amounts.ts'
import { toCampaign, type NotifiedCampaign } from './campaign-kinds.ts'
import { notificationKind } from './notification-kind.ts'

const wallet = () => ({ path: paths.crels('wallet'), label: m.mail_appeal_action() })
const said = (answer: string | null) => (answer === null ? [] : [m.mail_notice_answer({ answer })])

/** What ends a review without a decision on it. */
const unjudged: Record<string, (of: NotifiedCampaign) => string> = {
  reported_by_server: m.mail_appeal_superseded,
  refunded: m.mail_appeal_refunded,
}

/** What others decided about a member: explained earnings, claims, reviews and applications. */
export const decisionKinds = {
  /** Once a day for each. */
  operator_looked: notificationKind<{
    what: 'export' | 'view'
    /** `YYYY-MM-DD`, in UTC. */
    on: string
  }>({
    group: 'account',
    about: ({ what, on }) => `${what} ${on}`,
    title: ({ what }) =>
      what === 'view' ? m.notifications_operator_view_title() : m.notifications_operator_export_title(),
    lines: ({ what }) => [
      what === 'view' ? m.notifications_operator_view_body() : m.notifications_operator_export_body(),
    ],
    opens: () => ({ path: paths.help, label: m.notifications_operator_action() }),
  }),
  appeal_answered: notificationKind<
    NotifiedCampaign & { granted: boolean; reason: string | null; answer: string | null }
  >({
    group: 'answers',
    since: ({ reason }) => (reason === 'refunded' ? '0.2.0' : null),
    title: ({ granted, reason, ...of }) => {
      if (granted) return m.mail_appeal_granted_subject(of)
      return reason === 'refunded' ? m.mail_appeal_refunded_subject(of) : m.mail_appeal_refused_subject(of)
    },
    lines: ({ granted, reason, answer, ...of }) => {
      const refused = unjudged[reason ?? ''] ?? m.mail_appeal_refused
      return [granted ? m.mail_appeal_granted(of) : refused(of), ...said(answer)]
    },
    opens: wallet,
  }),
  claim_answered: notificationKind<
    NotifiedCampaign & {
      accepted: boolean
      orderReference: string
      answer: string | null
      /** Absent in notifications from before it was kept. */
      by?: 'brand' | 'operator'
    }
  >({
    group: 'answers',
    since: ({ by }) => (by === 'operator' ? '0.2.0' : null),
    title: ({ orderReference: order, brand, ...answered }) => claimTexts(answered).title({ order, brand }),
    lines: ({ accepted, by, orderReference: order, answer, ...of }) => [
      claimTexts({ accepted, by }).hello({ order, ...of }),
      ...said(answer),
    ],
    opens: () => ({ path: paths.myCampaigns, label: m.mail_claim_action() }),
  }),
  click_review_decided: notificationKind<
    NotifiedCampaign & {
      accepted: boolean
      clicks: number
      /** Why they were under review. */
      reason: ClickReviewReason
      /** What the operator says of a rejection. */
      answer: string | null
    }
  >({
    group: 'answers',
    title: ({ accepted, clicks, ...of }) => {
      const about = { ...of, ...counted(clicks) }
      return accepted ? m.mail_review_accepted_subject(about) : m.mail_review_rejected_subject(about)
    },
    lines: ({ accepted, clicks, reason, answer, ...of }) => {
      const about = { ...of, ...counted(clicks) }
      const hello = accepted ? m.mail_review_accepted(about) : m.mail_review_rejected(about)
      return [hello, why(reason), ...said(answer)]
    },
    opens: wallet,
  }),
  share_review_decided: notificationKind<
    NotifiedCampaign & { accepted: boolean; reason: ShareReviewReason; answer: string | null }
  >({
    group: 'answers',
    since: ({ reason }) => (reason === 'own_network' ? '0.2.0' : null),
    title: ({ accepted, ...of }) =>
      accepted ? m.mail_share_accepted_subject(of) : m.mail_share_rejected_subject(of),
    lines: ({ accepted, reason, answer, ...of }) => [
      accepted ? m.mail_share_accepted(of) : m.mail_share_rejected(of),
      why(reason),
      ...said(answer),
    ],
    opens: () => ({ path: paths.socialShare, label: m.mail_share_review_action() }),
  }),
  application_decided: notificationKind<NotifiedCampaign & { approved: boolean; reason: string | null }>({
    group: 'answers',
    title: ({ approved, ...of }) =>
      approved ? m.mail_application_approved_subject(of) : m.mail_application_declined_subject(of),
    lines: ({ approved, reason, ...of }) =>
      approved
        ? [m.mail_application_approved(of)]
        : [m.mail_application_declined(of), ...(reason === null ? [] : [m.mail_notice_reason({ reason })])],
    opens: toCampaign,
  }),
  /** Nobody decided: the campaign ended before. */
  application_ended: notificationKind<NotifiedCampaign>({
    since: '0.2.0',
    group: 'answers',
    title: (of) => m.mail_application_over_subject(of),
    lines: (of) => [m.mail_application_over(of)],
    opens: toCampaign,
  }),
  support_answered: notificationKind<{ messageId: string; reference: string; answer: string }>({
    // They asked.
    group: 'account',
    mailsDisabledItself: true,
    about: ({ messageId }) => messageId,
    title: (of) => m.mail_support_answer_subject(of),
    lines: ({ answer }) => answer.split(/\n{2,}/),
    // The answer may speak of payouts or addresses.
    push: (of) => ({ title: m.mail_support_answer_subject(of), body: m.notifications_support_body() }),
    opens: () => ({ path: supportAnswersPath, label: m.mail_support_action() }),
  }),
  support_wrote: notificationKind<{ messageId: string; reference: string; subject: string; text: string }>({
    since: '0.2.0',
    // Something of theirs waits for them, such as an order that cannot be sent.
    group: 'account',
    mailsDisabledItself: true,
    about: ({ messageId }) => messageId,
    // Nothing that was typed: it is the subject of a mail.
    title: (of) => m.mail_support_wrote_subject(of),
    lines: ({ subject, text }) => [subject, ...text.split(/\n{2,}/)],
    push: (of) => ({ title: m.mail_support_wrote_subject(of), body: m.notifications_support_body() }),
    opens: () => ({ path: supportAnswersPath, label: m.mail_support_wrote_action() }),
  }),
}

function claimTexts({ accepted, by }: { accepted: boolean; by?: 'brand' | 'operator' | undefined }) {
  if (by === 'operator')
    return accepted
      ? { title: m.mail_claim_accepted_by_us_subject, hello: m.mail_claim_accepted_by_us }
      : { title: m.mail_claim_declined_by_us_subject, hello: m.mail_claim_declined_by_us }
  return accepted
    ? { title: m.mail_claim_accepted_subject, hello: m.mail_claim_accepted }
    : { title: m.mail_claim_declined_subject, hello: m.mail_claim_declined }
}

function counted(clicks: number): { count: number; amount: string } {
  return { count: clicks, amount: grouped(clicks) }
}

function why(reason: ClickReviewReason | ShareReviewReason): string {
  const reasons: Record<ClickReviewReason | ShareReviewReason, () => string> = {
    own_network: m.mail_review_own_network,
    hosting_network: m.mail_review_hosting_network,
    network_limit: m.mail_review_network_limit,
    impossible_rate: m.mail_review_impossible_rate,
    hourly_limit: m.mail_review_hourly_limit,
  }
  return m.mail_review_why({ reason: reasons[reason]() })
}
