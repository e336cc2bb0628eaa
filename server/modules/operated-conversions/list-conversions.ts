import { sql } from 'kysely'
import type { OperatedConversion } from '#contracts/operator-conversions.schemas.ts'
import type { Page } from '#contracts/paging.ts'
import { namedMember } from '#server/modules/accounts/public.ts'
import type { Db } from '#server/platform/database.ts'
import { decodeCursor, idPlace, pageOf } from '#server/platform/http/cursor.ts'
import { saleAmount } from './sale-amount.ts'

export interface ConversionQuery {
  status?: OperatedConversion['status'] | undefined
  /** The brand's slug. */
  brand?: string | undefined
  reason?: string | undefined
  uid?: string | undefined
  limit: number
  cursor?: string | undefined
}

type Row = Omit<OperatedConversion, 'createdAt'> & { createdAt: Date }

const place = idPlace('conversion')

/** One page of conversions of all brands, the newest first. */
export async function operatedConversions(db: Db, query: ConversionQuery): Promise<Page<OperatedConversion>> {
  const { status, brand, reason, uid, limit, cursor } = query
  const before = cursor === undefined ? undefined : decodeCursor(place, cursor)[0]
  const { rows } = await sql<Row>`
    select c.id, c.event_id as "eventId", c.type, c.status, c.reason, c.created_at as "createdAt",
      jsonb_build_object('slug', b.slug, 'name', b.name) as brand,
      case when k.id is not null then jsonb_build_object('id', k.id, 'title', k.title, 'brand', b.name) end as campaign,
      case when n.uid is not null then ${namedMember(sql`n.uid`)} end as member,
      ${saleAmount} as amount, coalesce(e.crels - e.reversed_crels, 0) as crels,
      exists (select from conversion o where o.corrects = c.id) as "isCorrected"
    from conversion c join brand b on b.id = c.brand_id left join campaign k on k.id = c.campaign_id
    left join enrolment n on n.id = c.enrolment_id left join member m on m.uid = n.uid
    left join earning e on e.conversion_id = c.id
    where ${before === undefined ? sql`true` : sql`c.id < ${before}`}
      ${status === undefined ? sql`` : sql`and c.status = ${status}`}
      ${brand === undefined ? sql`` : sql`and c.brand_id = (select id from brand where slug = ${brand})`}
      ${reason === undefined ? sql`` : sql`and c.reason = ${reason}`}
      ${uid === undefined ? sql`` : sql`and c.link_id in (select id from link where owner_uid = ${uid}) and n.uid = ${uid}`}
    order by c.id desc limit ${limit + 1}`.execute(db)
  const page = pageOf(rows, limit, ({ id }) => [id])
  return {
    ...page,
    items: page.items.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })),
  }
}
