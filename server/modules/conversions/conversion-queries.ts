import { sql } from 'kysely'
import type { ConversionReason } from '#rules/attribution.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { ReportedEvent } from './reported-event.ts'
import type { Tracked } from './evaluate-attribution.ts'
import type { ConversionAnswer } from '#contracts/conversions.schemas.ts'
import { keepsPlan } from '#server/platform/prepared-statements.ts'

export type ConversionStatus = 'accepted' | 'under_review' | 'rejected'

/** A conversion as it was recorded, with what it earned. */
export interface Conversion {
  id: string
  brandId: string
  eventId: string
  requestHash: string
  status: ConversionStatus
  /** Why it is under review or rejected; null when accepted. */
  reason: string | null
  /** What was paid at the brand, in minor units of the currency it was reported in; null without an amount. */
  sale: { minor: number; currency: string } | null
  /** Null when it was rejected because its click has no enrolment. */
  enrolmentId: string | null
  /** Null when it was rejected at once. */
  earning: { id: string; crels: number; unlocksAt: Date } | null
}

interface Row extends Omit<Conversion, 'earning' | 'sale'> {
  saleMinor: number | null
  saleCurrency: string
  earningId: string | null
  crels: number
  unlocksAt: Date
}

/** That its member left the site is nobody else's business; a version before this one wrote it. */
const reasonToBrands = sql`(case c.reason when 'account_deleted' then 'enrolment_not_active' else c.reason end)`

const columns = sql`
  c.id, c.brand_id as "brandId", c.event_id as "eventId", c.request_hash as "requestHash", c.status, ${reasonToBrands} as reason,
  coalesce(c.reported_amount_minor, c.sale_usd_cents) as "saleMinor",
  coalesce(c.reported_currency, 'USD') as "saleCurrency", c.enrolment_id as "enrolmentId",
  e.id as "earningId", e.crels, e.unlocks_at as "unlocksAt"`

/**
 * Makes one report of a brand's event wait for another, until the transaction ends, and answers domain time.
 * The row that would be locked is not there yet, hence the advisory lock.
 */
export async function lockEvent(tx: Tx, brandId: string, eventId: string): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`
    select pg_advisory_xact_lock(hashtextextended(${`conversion ${brandId} ${eventId}`}, 0)), crels_now() as now ${keepsPlan}`.execute(
    tx,
  )
  return rows[0]!.now
}

/** The correction of a conversion that was rejected or wrong: it has the same event id, and replaces it. */
export interface CorrectionOf {
  conversionId: string
  /** Of the first report, so that the brand's repetition of it is the same event still. */
  requestHash: string
  reason: string
  /** The operator who decided. */
  author: string
  /** It replaces a pixel's report, which an operator accepted. */
  isPixelWord: boolean
}

/** No other has put it right since. */
export const isCurrent = sql`not exists (select from conversion n where n.corrects = c.id)`

/** A brand's conversion by its own event id; the correction where it was put right. */
export async function findConversion(
  db: Db,
  brandId: string,
  eventId: string,
): Promise<Conversion | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from conversion c left join earning e on e.conversion_id = c.id
    where c.brand_id = ${brandId} and c.event_id = ${eventId} and ${isCurrent} ${keepsPlan}`.execute(db)
  return rows[0] && conversionOf(rows[0])
}

/** Whether a conversion was put right, by another or by several in a row, so that the other replaces it. */
export async function isCorrectedBy(db: Db, conversionId: string, otherId: string): Promise<boolean> {
  const { rows } = await sql`
    select from conversion c join conversion n using (brand_id, event_id)
    where c.id = ${conversionId} and n.id = ${otherId} and n.corrects is not null`.execute(db)
  return rows.length > 0
}

/** Locks a conversion until the transaction ends, to decide it. */
export async function lockConversion(tx: Tx, conversionId: string): Promise<Conversion | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from conversion c left join earning e on e.conversion_id = c.id
    where c.id = ${conversionId} for no key update of c`.execute(tx)
  return rows[0] && conversionOf(rows[0])
}

function conversionOf({
  earningId,
  crels,
  unlocksAt,
  saleMinor,
  saleCurrency,
  ...conversion
}: Row): Conversion {
  return {
    ...conversion,
    sale: saleMinor === null ? null : { minor: saleMinor, currency: saleCurrency },
    earning: earningId === null ? null : { id: earningId, crels, unlocksAt },
  }
}

export interface NewConversion extends ReportedEvent {
  id: string
  requestHash: string
  /** What the click leads to; null for an unknown click or another brand's. */
  tracked: Tracked | null
  status: ConversionStatus
  reason: ConversionReason | null
  corrects?: CorrectionOf
}

/** Records a conversion with its answer. */
export async function insertConversion(tx: Tx, conversion: NewConversion): Promise<void> {
  const { tracked, saleUsdCents, foreign, status, reason, corrects } = conversion
  const reviewReason = corrects?.isPixelWord ? 'unconfirmed' : status === 'under_review' ? reason : null
  const origin = tracked?.origin
  await sql`
    insert into conversion (id, brand_id, event_id, request_hash, click_id, link_id, enrolment_id, campaign_id,
                            country, device, referrer_host, sub_id, type, sale_usd_cents,
                            reported_amount_minor, reported_currency, usd_rate, usd_rate_day,
                            occurred_at, status, reason, review_reason, decided_at, corrects, correction_reason,
                            corrected_by, created_at)
    values (${conversion.id}, ${conversion.brandId}, ${conversion.eventId}, ${conversion.requestHash},
            ${conversion.clickId}, ${tracked?.linkId ?? null}, ${tracked?.terms.enrolmentId ?? null},
            ${tracked?.terms.campaign.id ?? null},
            ${origin?.country ?? null}, ${origin?.device ?? null}, ${origin?.referrerHost ?? null},
            ${origin?.subId ?? null}, ${conversion.type}, ${saleUsdCents},
            ${foreign?.minor ?? null}, ${foreign?.currency ?? null}, ${foreign?.usdPerUnit ?? null},
            ${foreign?.day ?? null}, ${conversion.occurredAt}, ${status}, ${reason},
            ${reviewReason}, ${reviewReason !== null && status !== 'under_review' ? conversion.reportedAt : null},
            ${corrects?.conversionId ?? null}, ${corrects?.reason ?? null}, ${corrects?.author ?? null},
            ${conversion.reportedAt}) ${keepsPlan}`.execute(tx)
}

/** Decides a conversion under review, once. */
export async function settleConversion(
  tx: Tx,
  conversionId: string,
  decision: { status: 'accepted' | 'rejected'; reason: string | null; at: Date },
): Promise<void> {
  await sql`
    update conversion set status = ${decision.status}, reason = ${decision.reason}, decided_at = ${decision.at}
    where id = ${conversionId}`.execute(tx)
}

/** The conversion that was reported last for a click of a link; null where none was. */
export async function lastConversion(
  db: Db,
  linkId: string,
): Promise<{ status: ConversionStatus; reason: string | null; at: Date } | null> {
  const { rows } = await sql<{ status: ConversionStatus; reason: string | null; at: Date }>`
    select status, reason, created_at as at from conversion
    where link_id = ${linkId} order by created_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** The answer to a report, the same for each repetition. */
export function conversionAnswer({
  id,
  eventId,
  status,
  reason,
  earning,
}: Pick<Conversion, 'id' | 'eventId' | 'status' | 'reason' | 'earning'>): ConversionAnswer {
  const answer: ConversionAnswer = { id, eventId, status }
  if (status !== 'accepted' && reason) answer.reason = reason
  if (status !== 'rejected' && earning)
    answer.earning = {
      id: earning.id,
      crels: earning.crels,
      unlocksAt: earning.unlocksAt.toISOString(),
    }
  return answer
}
