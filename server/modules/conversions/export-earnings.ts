import { sql } from 'kysely'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { clickReviewList, paidClicksList } from './export-paid-clicks.ts'
import { longList, shortList, type MemberExport } from '#server/platform/member-export.ts'
import type { AppealRow } from './appeals.ts'

type EarningRow = {
  id: string
  conversionId: string | null
  campaignId: string
  type: string
  crels: number
  reversedCrels: number
  state: string
  reason: string | null
  saleUsdCents: number | null
  /** As it was reported, where that was another currency. */
  reportedAmountMinor: number | null
  reportedCurrency: string | null
  usdRate: string | null
  bps: number | null
  usdToCrels: string | null
  clicks: number | null
  clickMillicrels: number | null
  conversionStatus: string | null
  reviewReason: string | null
  occurredAt: Date
  createdAt: Date
  unlocksAt: Date
  unlockedAt: Date | null
}
type RefundRow = {
  id: string
  conversionId: string
  earningId: string
  whole: boolean
  reportedAmountMinor: number | null
  reportedCurrency: string
  reversedCrels: number
  createdAt: Date
}

/** What a member earned and for which conversions, what was taken back, and the days they were seen. */
export function conversionExport(db: Db): MemberExport {
  return {
    tables: ['earning', 'conversion', 'refund', 'click_pay', 'click_review', 'appeal', 'member_visitor'],
    parts: ({ uid }) => [
      longList({
        name: 'earnings',
        about: m.export_earnings(),
        columns: [
          ...([
            'id',
            'conversionId',
            'campaignId',
            'type',
            'crels',
            'reversedCrels',
            'state',
            'reason',
          ] as const),
          ...(['saleUsdCents', 'reportedAmountMinor', 'reportedCurrency', 'usdRate', 'bps'] as const),
          ...(['usdToCrels', 'clicks', 'clickMillicrels', 'conversionStatus', 'reviewReason'] as const),
          ...(['occurredAt', 'createdAt', 'unlocksAt', 'unlockedAt'] as const),
        ],
        next: async (last: EarningRow | undefined, limit) => {
          const after = last ? sql`and (e.created_at, e.id) > (${last.createdAt}, ${last.id})` : sql``
          const { rows } = await sql<EarningRow>`
            select e.id, e.conversion_id as "conversionId", e.campaign_id as "campaignId", e.type, e.crels,
              e.reversed_crels as "reversedCrels", e.state, e.reason, e.sale_usd_cents as "saleUsdCents", e.bps,
              c.reported_amount_minor as "reportedAmountMinor", c.reported_currency as "reportedCurrency",
              trim_scale(c.usd_rate)::text as "usdRate",
              trim_scale(e.usd_to_crels)::text as "usdToCrels", e.clicks, e.click_millicrels as "clickMillicrels",
              c.status as "conversionStatus",
              c.review_reason as "reviewReason", e.occurred_at as "occurredAt", e.created_at as "createdAt",
              e.unlocks_at as "unlocksAt", e.unlocked_at as "unlockedAt"
            from earning e left join conversion c on c.id = e.conversion_id
            where e.uid = ${uid} ${after} order by e.created_at, e.id limit ${limit}`.execute(db)
          return rows
        },
      }),
      longList({
        name: 'refunds',
        about: m.export_refunds(),
        columns: [
          ...([
            'id',
            'conversionId',
            'earningId',
            'whole',
            'reportedAmountMinor',
            'reportedCurrency',
            'reversedCrels',
          ] as const),
          'createdAt',
        ],
        next: async (last: RefundRow | undefined, limit) => {
          const { rows } = await sql<RefundRow>`
            select r.id, r.conversion_id as "conversionId", e.id as "earningId", r.whole,
              r.reported_amount_minor as "reportedAmountMinor",
              case when r.reported_amount_minor is not null then coalesce(c.reported_currency, 'USD') end
                as "reportedCurrency",
              r.reversed_crels as "reversedCrels", r.created_at as "createdAt"
            from earning e join refund r on r.conversion_id = e.conversion_id
              join conversion c on c.id = e.conversion_id
            where e.uid = ${uid} and r.id > ${last?.id ?? ''} order by r.id limit ${limit}`.execute(db)
          return rows
        },
      }),
      paidClicksList(db, uid),
      clickReviewList(db, uid),
      shortList({
        name: 'appeals',
        about: m.export_appeals(),
        columns: ['earningId', 'message', 'at', 'state', 'answer', 'answeredAt'],
        read: async () => {
          const { rows } = await sql<AppealRow>`
            select earning_id as "earningId", message, at, state, answer, answered_at as "answeredAt"
            from appeal where uid = ${uid} order by at, earning_id`.execute(db)
          return rows
        },
      }),
      shortList({
        name: 'days-seen',
        about: m.export_days_seen(),
        columns: ['day'],
        read: async () => {
          const { rows } = await sql<{ day: string }>`
            select distinct seen_on as day from member_visitor where uid = ${uid} order by 1`.execute(db)
          return rows
        },
      }),
    ],
  }
}
