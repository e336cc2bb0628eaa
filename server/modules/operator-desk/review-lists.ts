import { sql } from 'kysely'
import * as z from 'zod/mini'
import { BRAND_ASKED, type BrandAsked } from '#contracts/operator-brand-questions.constants.ts'
import { askedOf } from '#server/modules/brand-questions/public.ts'
import { invitationWaitsSince } from '#server/modules/friends/public.ts'
import { iso } from '#server/platform/iso-time.ts'
import type { ExportedList } from './export-list.ts'
import { code, listOf, name, type Narrowing } from './list-of.ts'

/** How a row stands with its brand. */
export function byAsked(subject: 'conversion' | 'claim'): Narrowing {
  return {
    is: z.optional(z.enum(BRAND_ASKED)),
    where: (asked) => askedOf(subject, sql`t.id`, asked as BrandAsked),
  }
}

/** What is under review, of each kind, narrowed as the console does. */
export const exportedReviewLists = {
  'conversion-reviews': listOf({
    rows: sql`
      from conversion t join earning e on e.conversion_id = t.id join campaign k on k.id = t.campaign_id
      join brand b on b.id = t.brand_id left join appeal a on a.earning_id = e.id`,
    among: sql`t.status = 'under_review' and e.state = 'under_review'`,
    at: sql`t.created_at`,
    by: {
      uid: { is: name, where: (uid) => sql`e.uid = ${uid}` },
      reason: { is: code, where: (reason) => sql`t.reason = ${reason}` },
      asked: byAsked('conversion'),
      appealed: {
        is: z.optional(z.enum(['yes', 'no'])),
        where: (appealed) => sql`(a.earning_id is not null) = ${appealed === 'yes'}`,
      },
    },
    columns: {
      member: sql`e.uid`,
      id: sql`t.id`,
      'order id': sql`t.event_id`,
      kind: sql`t.type`,
      brand: sql`b.slug`,
      campaign: sql`t.campaign_id`,
      title: sql`k.title`,
      reason: sql`t.reason`,
      crels: sql`e.crels - e.reversed_crels`,
      'sale in US cents': sql`t.sale_usd_cents`,
      'reported at': iso(sql`t.created_at`),
      'explained at': iso(sql`a.at`),
    },
  }),
  'click-reviews': listOf({
    rows: sql`
      from click_review t join enrolment n on n.id = t.enrolment_id join campaign k on k.id = n.campaign_id
      join brand b on b.id = k.brand_id`,
    among: sql`t.state = 'under_review'`,
    at: sql`t.created_at`,
    by: {
      uid: { is: name, where: (uid) => sql`n.uid = ${uid}` },
      reason: { is: code, where: (reason) => sql`t.reason = ${reason}` },
    },
    columns: {
      member: sql`n.uid`,
      id: sql`t.id`,
      brand: sql`b.slug`,
      campaign: sql`n.campaign_id`,
      title: sql`k.title`,
      reason: sql`t.reason`,
      clicks: sql`t.clicks`,
      crels: sql`floor(t.clicks::bigint * coalesce(t.click_millicrels, 0) / 1000)::bigint`,
      'first click at': iso(sql`t.first_at`),
      'last click at': iso(sql`t.last_at`),
      'under review since': iso(sql`t.created_at`),
    },
  }),
  'share-reviews': listOf({
    rows: sql`
      from social_share t join campaign k on k.id = t.campaign_id join brand b on b.id = k.brand_id`,
    among: sql`t.review_state = 'under_review'`,
    at: sql`t.review_began_at`,
    key: [{ column: sql`t.link_id`, type: 'text' }],
    by: {
      uid: { is: name, where: (uid) => sql`t.uid = ${uid}` },
      reason: { is: code, where: (reason) => sql`t.review_reason = ${reason}` },
    },
    columns: {
      member: sql`t.uid`,
      link: sql`t.link_id`,
      brand: sql`b.slug`,
      campaign: sql`t.campaign_id`,
      title: sql`k.title`,
      network: sql`t.network`,
      reason: sql`t.review_reason`,
      visitors: sql`t.review_visitors`,
      'shared at': iso(sql`t.shared_at`),
      'under review since': iso(sql`t.review_began_at`),
    },
  }),
  'invitation-reviews': listOf({
    rows: sql`from friend_invitation t`,
    among: sql`t.state = 'under_review'`,
    at: invitationWaitsSince(sql`t`),
    key: [{ column: sql`t.friend_uid`, type: 'text' }],
    by: {
      uid: { is: name, where: (uid) => sql`t.friend_uid = ${uid}` },
      inviterUid: { is: name, where: (uid) => sql`t.inviter_uid = ${uid}` },
      reason: { is: code, where: (reason) => sql`t.reason = ${reason}` },
    },
    columns: {
      member: sql`t.friend_uid`,
      'invited by': sql`t.inviter_uid`,
      reason: sql`t.reason`,
      'accepted at': iso(sql`t.accepted_at`),
      'under review since': iso(invitationWaitsSince(sql`t`)),
    },
  }),
} satisfies Record<string, ExportedList>
