import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** A conversion under review, as the operator sees it. */
export interface ConversionUnderReview {
  id: string
  brand: string
  /** The brand's own id of the order. */
  eventId: string
  campaign: string
  uid: string
  type: 'lead' | 'sale'
  /** What was paid at the brand, as it was reported; null without an amount. */
  amount: { currency: string; minor: number } | null
  /** Of the earning that is reserved, less refunds. */
  crels: number
  /** Why it is under review (rules/attribution.ts). */
  reason: string
  occurredAt: Date
  createdAt: Date
  /** What the member says about it, if anything. */
  appeal: string | null
}

export interface ReviewQuery {
  limit: number
  /** Only where the member has explained. */
  appealed?: boolean
  /** The id of the last one before. */
  after?: string
}

/** What waits for a decision, the longest first. */
export async function listConversionsUnderReview(
  db: Db,
  query: ReviewQuery,
): Promise<ConversionUnderReview[]> {
  const { rows } = await sql<ConversionUnderReview>`
    select c.id, b.slug as brand, c.event_id as "eventId", k.title as campaign, e.uid, c.type,
           case when c.sale_usd_cents is not null
             then json_build_object('currency', coalesce(c.reported_currency, 'USD'),
                                    'minor', coalesce(c.reported_amount_minor, c.sale_usd_cents)) end as amount,
           e.crels - e.reversed_crels as crels, c.reason,
           c.occurred_at as "occurredAt", c.created_at as "createdAt", a.message as appeal
    ${waiting(query)}
    order by c.created_at, c.id limit ${query.limit}`.execute(db)
  return rows
}

/** How many wait, from where the list begins. */
export async function countConversionsUnderReview(db: Db, query: ReviewQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${waiting(query)}`.execute(db)
  return rows[0]!.count
}

function waiting({ appealed = false, after }: ReviewQuery) {
  const later =
    after === undefined
      ? sql``
      : sql`and (c.created_at, c.id) > (select created_at, id from conversion where id = ${after})`
  return sql`
    from conversion c join earning e on e.conversion_id = c.id join campaign k on k.id = c.campaign_id
      join brand b on b.id = c.brand_id left join appeal a on a.earning_id = e.id
    where c.status = 'under_review' and (not ${appealed} or a.earning_id is not null) ${later}`
}
