import { sql, type RawBuilder } from 'kysely'
import { hasReplied } from '#server/modules/support/public.ts'
import { iso } from '#server/platform/iso-time.ts'

/** Rows of a member's lists, the newest first; `before` are those that come after the row of an id. */
interface ListedRows {
  limit: number
  before?: string | undefined
}

export function linkRows<R>(uid: string, { limit, before }: ListedRows): RawBuilder<R> {
  return sql<R>`
    select l.id, l.code, l.kind, l.state, l.destination_url as destination, ${iso(sql`l.created_at`)} as "createdAt"
    from link l where l.owner_uid = ${uid} and l.removed_at is null
      ${before === undefined ? sql`` : sql`and l.id < ${before}`}
    order by l.id desc limit ${limit}`
}

/** A page goes on by the enrolment. */
export function campaignRows<R>(uid: string, { limit, before }: ListedRows): RawBuilder<R> {
  return sql<R>`
    select c.id, c.title, b.name as brand, e.state, ${iso(sql`e.applied_at`)} as "appliedAt", e.id as "enrolmentId",
      e.reason
    from enrolment e join campaign c on c.id = e.campaign_id join brand b on b.id = c.brand_id
    where e.uid = ${uid} ${before === undefined ? sql`` : sql`and (e.applied_at, e.id) < (select f.applied_at, f.id from enrolment f where f.id = ${before})`}
    order by e.applied_at desc, e.id desc limit ${limit}`
}

/** Each by the reference that mails call it by, in capitals. */
export function requestRows<R>(uid: string, { limit, before }: ListedRows): RawBuilder<R> {
  return sql<R>`
    select r.id, upper(left(r.reference, 4) || '-' || right(r.reference, 4)) as reference, r.topic, r.subject, r.state,
      ${iso(sql`r.created_at`)} as "createdAt", ${hasReplied(sql`r.id`)}
    from support_request r
    where r.uid = ${uid} ${before === undefined ? sql`` : sql`and (r.created_at, r.id) < (select f.created_at, f.id from support_request f where f.id = ${before})`}
    order by r.created_at desc, r.id desc limit ${limit}`
}

export function redemptionRows<R>(party: string, { limit, before }: ListedRows): RawBuilder<R> {
  return sql<R>`
    select r.id, r.state, r.crels, r.usd_cents as "usdCents", ${iso(sql`r.requested_at`)} as "requestedAt"
    from redemption r
    where r.party = ${party} ${before === undefined ? sql`` : sql`and (r.requested_at, r.id) < (select f.requested_at, f.id from redemption f where f.id = ${before})`}
    order by r.requested_at desc, r.id desc limit ${limit}`
}
