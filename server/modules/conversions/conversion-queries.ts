import { sql } from 'kysely'
import type { ConversionReason } from '#rules/attribution.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { Tracked } from './weigh-conversion.ts'

export type ConversionStatus = 'accepted' | 'held' | 'rejected'

/** A conversion as it was recorded, with what it earned. */
export interface Conversion {
  id: string
  eventId: string
  requestHash: string
  status: ConversionStatus
  /** Why it is held or rejected; null when accepted. */
  reason: string | null
  /** Of the sale, in US cents; null where the brand named none. */
  amountMinor: number | null
  /** Null when it was rejected for belonging to nobody. */
  enrolmentId: string | null
  createdAt: Date
  /** Null when it was rejected at once. */
  earningId: string | null
  crels: number | null
  unlocksAt: Date | null
}

const columns = sql`
  c.id, c.event_id as "eventId", c.request_hash as "requestHash", c.status, c.reason,
  c.amount_minor as "amountMinor", c.enrolment_id as "enrolmentId", c.created_at as "createdAt",
  e.id as "earningId", e.crels, e.unlocks_at as "unlocksAt"`

/**
 * Makes one report of a brand's event wait for another, until the transaction ends, and answers domain time.
 * The row that would be locked is not there yet, hence the advisory lock.
 */
export async function lockEvent(tx: Tx, brandId: string, eventId: string): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`
    select pg_advisory_xact_lock(hashtextextended(${`conversion ${brandId} ${eventId}`}, 0)), crels_now() as now
  `.execute(tx)
  return rows[0]!.now
}

/** A brand's conversion by its own event id. */
export async function findConversion(
  db: Db,
  brandId: string,
  eventId: string,
): Promise<Conversion | undefined> {
  const { rows } = await sql<Conversion>`
    select ${columns} from conversion c left join earning e on e.conversion_id = c.id
    where c.brand_id = ${brandId} and c.event_id = ${eventId}`.execute(db)
  return rows[0]
}

/** Locks a conversion until the transaction ends, to decide it. */
export async function lockConversion(tx: Tx, conversionId: string): Promise<Conversion | undefined> {
  const { rows } = await sql<Conversion>`
    select ${columns} from conversion c left join earning e on e.conversion_id = c.id
    where c.id = ${conversionId} for no key update of c`.execute(tx)
  return rows[0]
}

export interface NewConversion {
  id: string
  brandId: string
  eventId: string
  requestHash: string
  clickId: string
  /** What the click leads to; null for one that is unknown or somebody else's. */
  tracked: Tracked | null
  type: 'lead' | 'sale'
  amount: { currency: string; minor: number } | undefined
  occurredAt: Date
  status: ConversionStatus
  reason: ConversionReason | null
  createdAt: Date
}

/** Records a conversion with its answer. */
export async function insertConversion(tx: Tx, conversion: NewConversion): Promise<void> {
  const { tracked, amount, status, reason } = conversion
  await sql`
    insert into conversion (id, brand_id, event_id, request_hash, click_id, link_id, enrolment_id, campaign_id,
                            type, amount_minor, currency, occurred_at, status, reason, held_reason, created_at)
    values (${conversion.id}, ${conversion.brandId}, ${conversion.eventId}, ${conversion.requestHash},
            ${conversion.clickId}, ${tracked?.linkId ?? null}, ${tracked?.terms.enrolmentId ?? null},
            ${tracked?.terms.campaign.id ?? null}, ${conversion.type}, ${amount?.minor ?? null}, ${amount?.currency ?? null},
            ${conversion.occurredAt}, ${status}, ${reason}, ${status === 'held' ? reason : null},
            ${conversion.createdAt})`.execute(tx)
}

/** Decides a held conversion, once. */
export async function settleConversion(
  tx: Tx,
  conversionId: string,
  decision: { status: 'accepted' | 'rejected'; reason: string | null; at: Date },
): Promise<void> {
  await sql`
    update conversion set status = ${decision.status}, reason = ${decision.reason}, decided_at = ${decision.at}
    where id = ${conversionId}`.execute(tx)
}

export interface Signals {
  /** What the enrolment earned so far in crels: pending, held and available, less reversals. */
  earnedCrels: number
  /** Conversions of the link within the window before `at`, rejected ones aside; counted up to `limit`. */
  recentOfLink: number
  /** The member was seen under the visitor hash of the click. */
  isOwnVisitor: boolean
}

/**
 * What the decision about a conversion needs to know of those before it. The caller has locked the enrolment
 * (`enrolmentTerms`), so that nobody adds to what it earned.
 */
export async function readSignals(
  tx: Tx,
  about: {
    enrolmentId: string
    linkId: string
    uid: string
    visitor: string
    at: Date
    windowMs: number
    limit: number
  },
): Promise<Signals> {
  const { enrolmentId, linkId, uid, visitor, at, windowMs, limit } = about
  const { rows } = await sql<Signals>`
    select (select coalesce(sum(e.crels - e.reversed_crels), 0)::bigint from earning e
            where e.enrolment_id = ${enrolmentId}) as "earnedCrels",
           (select count(*) from (
              select from conversion c
              where c.link_id = ${linkId} and c.status <> 'rejected'
                and c.created_at > ${new Date(at.getTime() - windowMs)} and c.created_at <= ${at}
              limit ${limit}) r) as "recentOfLink",
           exists (select from member_visitor v
                   where v.uid = ${uid} and v.visitor = decode(${visitor}, 'hex')) as "isOwnVisitor"
  `.execute(tx)
  return rows[0]!
}
