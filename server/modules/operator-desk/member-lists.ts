import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import { idSchema } from '#contracts/ids.ts'
import { DESTINATION_KINDS } from '#rules/payout-destination.ts'
import { PAYOUT_STATES } from '#rules/payout-run.ts'
import { countedLinks, earnedCrels } from '#server/modules/operated-brands/public.ts'
import { isNoClearing } from '#server/modules/ledger/public.ts'
import { payoutState } from '#server/modules/payout-runs/public.ts'
import { isInNoRun, isInRedemptionList } from '#server/modules/redemptions/public.ts'
import { iso } from '#server/platform/iso-time.ts'
import type { ExportedList } from './export-list.ts'
import { byShow, byState, code, listOf, name } from './list-of.ts'
import { byAsked, exportedReviewLists } from './review-lists.ts'

const requests = (among: RawBuilder<unknown>) =>
  listOf({
    rows: sql`from support_request t`,
    among,
    at: sql`t.created_at`,
    by: { state: byState, show: byShow({ waits: sql`t.state = 'open'` }) },
    columns: {
      member: sql`t.uid`,
      id: sql`t.id`,
      reference: sql`t.reference`,
      topic: sql`t.topic`,
      state: sql`t.state`,
      'written at': iso(sql`t.created_at`),
      'waits since': iso(sql`t.waiting_since`),
      'answered at': iso(sql`t.answered_at`),
      'closed at': iso(sql`t.closed_at`),
    },
  })

/**
 * Lists of what members have and asked for. Each line begins with the member's uid, by which it is taken out when they
 * leave (erase-from-exports.ts); a line made after that has their party, or nothing. Messages, answers, e-mail and postal
 * addresses are in none.
 */
export const exportedMemberLists = {
  ...exportedReviewLists,
  links: listOf({
    rows: sql`from link t`,
    at: sql`t.created_at`,
    columns: {
      member: sql`t.owner_uid`,
      id: sql`t.id`,
      code: sql`t.code`,
      kind: sql`t.kind`,
      state: sql`t.state`,
      'made at': iso(sql`t.created_at`),
      campaign: sql`t.campaign_id`,
      destination: sql`t.destination_url`,
      'expires at': iso(sql`t.expires_at`),
      'removed at': iso(sql`t.removed_at`),
    },
  }),
  orders: listOf({
    rows: sql`from shop_order t left join member m on m.party = t.party`,
    at: sql`t.placed_at`,
    // The orders that the console shows are those that are sent by post.
    by: {
      state: byState,
      show: byShow({ waits: sql`t.state = 'placed'`, all: sql`t.kind = 'merchandise'` }),
    },
    columns: {
      member: sql`m.uid`,
      id: sql`t.id`,
      item: sql`t.title`,
      kind: sql`t.kind`,
      quantity: sql`t.quantity`,
      points: sql`t.points * t.quantity`,
      state: sql`t.state`,
      'placed at': iso(sql`t.placed_at`),
      'in this state since': iso(sql`t.state_at`),
      carrier: sql`t.carrier`,
    },
  }),
  claims: listOf({
    rows: sql`from conversion_claim t`,
    at: sql`t.created_at`,
    by: { state: byState, asked: byAsked('claim') },
    columns: {
      member: sql`t.uid`,
      id: sql`t.id`,
      campaign: sql`t.campaign_id`,
      kind: sql`t.type`,
      'order id': sql`t.order_reference`,
      currency: sql`t.reported_currency`,
      'amount in minor units': sql`t.reported_amount_minor`,
      'happened at': iso(sql`t.occurred_at`),
      state: sql`t.state`,
      'claimed at': iso(sql`t.created_at`),
      'answer by': iso(sql`t.answer_by`),
      'answered at': iso(sql`t.answered_at`),
      conversion: sql`t.conversion_id`,
    },
  }),
  redemptions: listOf({
    rows: sql`from redemption t`,
    at: sql`t.requested_at`,
    by: {
      state: {
        is: code,
        where: (state) => isInRedemptionList(state, sql`t`),
      },
      kind: {
        is: z.optional(z.enum(DESTINATION_KINDS)),
        where: (kind) => sql`t.destination_kind = ${kind}`,
      },
      run: {
        is: z.optional(z.enum(['none'])),
        where: () => isInNoRun(sql`t`),
      },
    },
    columns: {
      member: sql`t.uid`,
      id: sql`t.id`,
      state: sql`t.state`,
      'requested at': iso(sql`t.requested_at`),
      'in this state since': iso(sql`t.state_at`),
      crels: sql`t.crels`,
      'US cents': sql`t.usd_cents`,
      'paid by': sql`t.destination_kind`,
      reference: sql`t.reference`,
    },
  }),
  support: requests(sql`t.topic <> 'abuse'`),
  abuse: requests(sql`t.topic = 'abuse'`),
  applications: listOf({
    rows: sql`from enrolment t join campaign k on k.id = t.campaign_id join brand b on b.id = k.brand_id`,
    among: sql`t.state = 'applied'`,
    at: sql`t.applied_at`,
    by: {
      campaignId: { is: name, where: (campaign) => sql`t.campaign_id = ${campaign}` },
      uid: { is: name, where: (uid) => sql`t.uid = ${uid}` },
    },
    columns: {
      member: sql`t.uid`,
      id: sql`t.id`,
      brand: sql`b.slug`,
      campaign: sql`t.campaign_id`,
      title: sql`k.title`,
      'applied at': iso(sql`t.applied_at`),
      'terms version': sql`t.terms_version`,
    },
  }),
  // Of one campaign, as its screen and `crels campaign members` have them.
  'campaign-members': listOf({
    rows: sql`from enrolment t`,
    at: sql`t.applied_at`,
    by: {
      state: byState,
      campaign: { is: idSchema('campaign'), where: (campaign) => sql`t.campaign_id = ${campaign}` },
    },
    columns: {
      member: sql`t.uid`,
      id: sql`t.id`,
      state: sql`t.state`,
      'applied at': iso(sql`t.applied_at`),
      'joined at': iso(sql`t.joined_at`),
      'terms version': sql`t.terms_version`,
      'earned in crels': earnedCrels(sql`t.id`),
      links: countedLinks(sql`t.id`),
    },
  }),
  payments: listOf({
    rows: sql`from payout p join payout_run t on t.id = p.run_id join redemption r on r.id = p.redemption_id`,
    at: sql`t.made_at`,
    key: [
      { column: sql`p.run_id`, type: 'text' },
      { column: sql`p.redemption_id`, type: 'text' },
    ],
    by: {
      run: { is: name, where: (run) => sql`p.run_id = ${run}` },
      state: { is: z.optional(z.enum(PAYOUT_STATES)), where: (state) => sql`${payoutState} = ${state}` },
    },
    columns: {
      member: sql`r.uid`,
      redemption: sql`p.redemption_id`,
      run: sql`p.run_id`,
      'paid by': sql`t.format`,
      'place in its file': sql`p.place`,
      state: payoutState,
      'US cents': sql`p.usd_cents`,
      'in minor units of the file': sql`p.amount_minor`,
      attempts: sql`p.attempt`,
      reference: sql`case when r.state = 'paid' then r.reference end`,
      'run made at': iso(sql`t.made_at`),
    },
  }),
  accounts: listOf({
    rows: sql`from account t left join member m on m.party = t.party`,
    among: isNoClearing(sql`t.code`),
    at: sql`t.opened_at`,
    key: [{ column: sql`t.id`, type: 'bigint' }],
    by: {
      code: { is: name, where: (account) => sql`t.code = ${account}` },
      asset: { is: z.optional(z.enum(['CREL', 'PTS', 'USD'])), where: (asset) => sql`t.asset = ${asset}` },
      owner: {
        is: name,
        where: (owner) => sql`t.party in (${owner}, (select party from member where uid = ${owner}))`,
      },
    },
    columns: {
      member: sql`m.uid`,
      id: sql`t.id`,
      party: sql`t.party`,
      account: sql`t.code`,
      asset: sql`t.asset`,
      balance: sql`t.posted`,
      reserved: sql`t.reserved`,
      entries: sql`t.version`,
      'opened at': iso(sql`t.opened_at`),
    },
  }),
} satisfies Record<string, ExportedList>
