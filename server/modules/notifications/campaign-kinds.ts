import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { notificationKind } from './notification-kind.ts'
import { languageInUse } from '#server/platform/language.ts'

/** The campaign a notification is about, in words: by the time it is read it may be called otherwise. */
export interface NotifiedCampaign {
  campaignId: string
  title: string
  /** The brand's name. */
  brand: string
}

/** Opens the campaign. */
export function toCampaign({ campaignId }: Pick<NotifiedCampaign, 'campaignId'>) {
  return { path: paths.campaign(campaignId), label: m.mail_notice_campaign_action() }
}

/** What campaigns do that a member is in, or could be. */
export const campaignKinds = {
  terms_changed: notificationKind<NotifiedCampaign & { fields: string[] }>({
    group: 'campaign_changes',
    title: (of) => m.mail_terms_subject(of),
    lines: ({ fields, ...of }) => [m.mail_terms_hello({ ...of, list: listOf(fields) }), m.mail_terms_keep()],
    opens: toCampaign,
  }),
  removed: notificationKind<NotifiedCampaign & { reason: string }>({
    // Links have stopped, and nothing else says why.
    group: 'account',
    title: (of) => m.mail_removed_subject(of),
    lines: (of) => [m.mail_removed_hello(of), m.mail_notice_reason(of), m.mail_removed_kept()],
    opens: () => ({ path: paths.crels('wallet'), label: m.mail_appeal_action() }),
  }),
  let_back_in: notificationKind<NotifiedCampaign & { links: number }>({
    since: '0.2.0',
    // As the removal that it takes back.
    group: 'account',
    title: (of) => m.mail_back_in_subject(of),
    lines: ({ links, ...of }) => [
      m.mail_back_in_hello(of),
      ...(links > 0 ? [m.mail_back_in_links()] : []),
      m.mail_back_in_kept(),
    ],
    opens: toCampaign,
  }),
  campaign_news: notificationKind<{
    campaigns: { id: string; brand: string; title: string; summary: string }[]
    /** Whether there are more than these. */
    hasMore: boolean
  }>({
    group: 'campaign_news',
    title: ({ campaigns: { length: count } }) => m.mail_campaign_news_subject({ count }),
    lines: ({ campaigns, hasMore }) => [
      m.mail_campaign_news_hello(),
      ...campaigns.map((campaign) => m.mail_campaign_news_one(campaign)),
      ...(hasMore ? [m.mail_campaign_news_more()] : []),
    ],
    opens: ({ campaigns }) => ({
      path: campaigns.length === 1 ? paths.campaign(campaigns[0]!.id) : paths.campaignsNewArrivals,
      label: m.mail_campaign_news_action(),
    }),
  }),
}

/** What the operator announces, in their own words. */
export const announcementKinds = {
  announcement: notificationKind<{ announcementId: string; title: string; body: string; path: string }>({
    group: 'news',
    about: ({ announcementId }) => announcementId,
    title: ({ title }) => title,
    lines: ({ body }) => body.split(/\n{2,}/),
    opens: ({ path }) => ({ path, label: m.notifications_announcement_action() }),
  }),
}

function listOf(fields: string[]): string {
  const names: Record<string, () => string> = {
    terms: m.mail_terms_field_terms,
    reward: m.mail_terms_field_reward,
    holdDays: m.mail_terms_field_hold,
    cookieDays: m.mail_terms_field_cookie,
  }
  return new Intl.ListFormat(languageInUse()).format(fields.flatMap((field) => names[field]?.() ?? []))
}
