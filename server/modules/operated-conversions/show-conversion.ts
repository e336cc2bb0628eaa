import { sql } from 'kysely'
import type { OperatedConversionDetail } from '#contracts/operator-conversions.schemas.ts'
import type { Db } from '#server/platform/database.ts'
import { conversionReview } from './conversion-review.ts'

type Refund = OperatedConversionDetail['refunds'][number]
type Facts = Pick<
  OperatedConversionDetail,
  'eventId' | 'brand' | 'clickId' | 'linkCode' | 'corrects' | 'correctedBy'
> & {
  occurredAt: Date
  earning:
    | (Omit<NonNullable<OperatedConversionDetail['earning']>, 'unlocksAt'> & { unlocksAt: string })
    | null
}

/** A conversion with what it earned, what was taken back, and what stands in whose place. Throws `not_found`. */
export async function operatedConversion(db: Db, id: string): Promise<OperatedConversionDetail> {
  const review = await conversionReview(db, id)
  const { occurredAt, earning, ...facts } = await factsOf(db, id)
  return {
    ...review,
    ...facts,
    occurredAt: occurredAt.toISOString(),
    earning: earning && { ...earning, unlocksAt: new Date(earning.unlocksAt).toISOString() },
    refunds: await refundsOf(db, id),
  }
}

async function factsOf(db: Db, id: string): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select c.event_id as "eventId", c.click_id as "clickId", c.occurred_at as "occurredAt", l.code as "linkCode",
      jsonb_build_object('slug', b.slug, 'name', b.name) as brand,
      case when e.id is not null then jsonb_build_object(
        'state', e.state, 'crels', e.crels, 'reversedCrels', e.reversed_crels, 'unlocksAt', e.unlocks_at) end as earning,
      case when c.corrects is not null then jsonb_build_object(
        'id', c.corrects, 'reason', c.correction_reason, 'by', c.corrected_by) end as corrects,
      (select o.id from conversion o where o.corrects = c.id) as "correctedBy"
    from conversion c join brand b on b.id = c.brand_id left join link l on l.id = c.link_id
    left join earning e on e.conversion_id = c.id
    where c.id = ${id}`.execute(db)
  return rows[0]!
}

async function refundsOf(db: Db, id: string): Promise<Refund[]> {
  const { rows } = await sql<Omit<Refund, 'at'> & { at: Date }>`
    select id, created_at as at, reported_amount_minor as minor, reversed_crels as crels
    from refund where conversion_id = ${id} order by created_at, id`.execute(db)
  return rows.map(({ at, ...refund }) => ({ ...refund, at: at.toISOString() }))
}
