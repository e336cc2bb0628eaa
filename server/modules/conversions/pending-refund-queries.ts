import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'

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
  id, event_id as "eventId", refund_id as "refundId", amount_minor as minor, currency`

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
    order by created_at, id`.execute(db)
  return rows
}

export async function insertPendingRefund(
  tx: Tx,
  { brandId, at, ...refund }: PendingRefund & { brandId: string; at: Date },
): Promise<void> {
  await sql`
    insert into pending_refund (id, brand_id, event_id, refund_id, whole, amount_minor, currency, created_at)
    values (${refund.id}, ${brandId}, ${refund.eventId}, ${refund.refundId}, ${refund.minor === null},
            ${refund.minor}, ${refund.currency}, ${at})`.execute(tx)
}

/** Takes an applied one off the list. */
export async function deletePendingRefund(tx: Tx, id: string): Promise<void> {
  await sql`delete from pending_refund where id = ${id}`.execute(tx)
}
