import type { RefundAnswer } from '#contracts/conversions.schemas.ts'
import type { Tx, Db } from '#server/platform/database.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import { type RefundInput, applyRefund } from './apply-refund.ts'
import { findRefund } from './refund-queries.ts'
import { findConversion, type Conversion } from './conversion-queries.ts'
import { sql } from 'kysely'
import { keepsPlan } from '#server/platform/prepared-statements.ts'

/**
 * Keeps a refund of an event that is not reported yet; the same one again is kept once. The caller has locked event
 * and refund id. Throws `event_mismatch` when the refund id was used for another refund.
 */
export async function recordPendingRefund(
  tx: Tx,
  { brandId }: Pick<BrandActor, 'brandId'>,
  input: RefundInput,
  at: Date,
): Promise<RefundAnswer> {
  const { eventId, amount, refundId } = input
  const before = await samePending(tx, brandId, input)
  if (before) return pendingAnswer(before)
  const refund: PendingRefund = {
    id: newId('refund'),
    eventId,
    refundId: refundId ?? null,
    minor: amount?.minor ?? null,
    currency: amount?.currency ?? null,
  }
  await insertPendingRefund(tx, { ...refund, brandId, at })
  return pendingAnswer(refund)
}

async function samePending(
  tx: Tx,
  brandId: string,
  { eventId, amount, refundId }: RefundInput,
): Promise<PendingRefund | undefined> {
  if (refundId === undefined) return amount ? undefined : await findWholePendingRefund(tx, brandId, eventId)
  const found = await findPendingRefund(tx, brandId, refundId)
  const isOther = found
    ? found.eventId !== eventId ||
      found.minor !== (amount?.minor ?? null) ||
      found.currency !== (amount?.currency ?? null)
    : await findRefund(tx, brandId, refundId)
  if (isOther) throw problem('event_mismatch', { detail: 'This refund id was used for another refund.' })
  return found
}

function pendingAnswer({ id, eventId }: PendingRefund): RefundAnswer {
  return { id, eventId, reversedCrels: 0, totalReversedCrels: 0, pending: true }
}

/**
 * Applies the refunds that came before their conversion, in the order they came, in the transaction that records it.
 * A refusal can no longer be answered, so a refund above the sale takes all of it. One in another currency, of a part
 * of a sale that was reported without an amount, or after all is taken, stays where it is; sent again it is refused with
 * the reason. `recorded` is what a pixel said, where that is the event. Answers whether any was applied.
 */
export async function applyPendingRefunds(
  tx: Tx,
  { brandId }: Pick<BrandActor, 'brandId'>,
  eventId: string,
  at: Date,
  recorded?: Conversion,
): Promise<boolean> {
  const pending = await pendingRefundsOf(tx, brandId, eventId)
  if (pending.length === 0) return false
  const conversion = recorded ?? (await findConversion(tx, brandId, eventId))!
  let isApplied = false
  for (const { id, refundId, minor, currency } of pending) {
    if (currency !== null && conversion.sale && currency !== conversion.sale.currency) continue
    const { refusal } = await applyRefund(tx, conversion, { id, refundId, minor, at, capped: true })
    if (refusal !== undefined) continue
    await deletePendingRefund(tx, id)
    isApplied = true
  }
  return isApplied
}

/** A refund of an event that is not reported yet. */
export interface PendingRefund {
  id: string
  eventId: string
  /** The brand's own id of it; null where it gave none. */
  refundId: string | null
  /** Null for all of the sale. */
  minor: number | null
  currency: string | null
}

const columns = sql`
  id, event_id as "eventId", refund_id as "refundId", reported_amount_minor as minor, reported_currency as currency`

/** A brand's pending refund by its own id of it. */
export async function findPendingRefund(
  db: Db,
  brandId: string,
  refundId: string,
): Promise<PendingRefund | undefined> {
  const { rows } = await sql<PendingRefund>`
    select ${columns} from pending_refund where brand_id = ${brandId} and refund_id = ${refundId}`.execute(db)
  return rows[0]
}

/** The pending refund of all of an event's sale, without an id of the brand's. */
export async function findWholePendingRefund(
  db: Db,
  brandId: string,
  eventId: string,
): Promise<PendingRefund | undefined> {
  const { rows } = await sql<PendingRefund>`
    select ${columns} from pending_refund
    where brand_id = ${brandId} and event_id = ${eventId} and whole and refund_id is null`.execute(db)
  return rows[0]
}

/** What waits for an event, in the order it came. */
export async function pendingRefundsOf(db: Db, brandId: string, eventId: string): Promise<PendingRefund[]> {
  const { rows } = await sql<PendingRefund>`
    select ${columns} from pending_refund where brand_id = ${brandId} and event_id = ${eventId}
    order by created_at, id ${keepsPlan}`.execute(db)
  return rows
}

export async function insertPendingRefund(
  tx: Tx,
  { brandId, at, ...refund }: PendingRefund & { brandId: string; at: Date },
): Promise<void> {
  await sql`
    insert into pending_refund (id, brand_id, event_id, refund_id, whole, reported_amount_minor,
                                reported_currency, created_at)
    values (${refund.id}, ${brandId}, ${refund.eventId}, ${refund.refundId}, ${refund.minor === null},
            ${refund.minor}, ${refund.currency}, ${at})`.execute(tx)
}

/** Takes an applied one off the list. */
export async function deletePendingRefund(tx: Tx, id: string): Promise<void> {
  await sql`delete from pending_refund where id = ${id}`.execute(tx)
}

/** Takes the one of a brand's id off the list, where there is one: it was applied otherwise. */
export async function deletePendingRefundOf(tx: Tx, brandId: string, refundId: string): Promise<void> {
  await sql`delete from pending_refund where brand_id = ${brandId} and refund_id = ${refundId}`.execute(tx)
}
