import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'

export interface Refund {
  id: string
  conversionId: string
  /** The brand's own id of it; null where it gave none. */
  refundId: string | null
  /** Of whatever was left then. */
  whole: boolean
  /** Minor units of the sale's currency; null for a whole one of a conversion without an amount. */
  reportedAmountMinor: number | null
  /** What the brand asked for, of which `reportedAmountMinor` was left; null for all that was left. */
  askedAmountMinor: number | null
  reversedCrels: number
  /** What all refunds of the conversion had taken back by then. */
  totalReversedCrels: number
}

const columns = sql`
  id, conversion_id as "conversionId", refund_id as "refundId", whole,
  reported_amount_minor as "reportedAmountMinor",
  coalesce(asked_amount_minor, reported_amount_minor) as "askedAmountMinor",
  reversed_crels as "reversedCrels", total_reversed_crels as "totalReversedCrels"`

/** A brand's refund by its own id of it. */
export async function findRefund(db: Db, brandId: string, refundId: string): Promise<Refund | undefined> {
  const { rows } = await sql<Refund>`
    select ${columns} from refund where brand_id = ${brandId} and refund_id = ${refundId}`.execute(db)
  return rows[0]
}

/** The refund that took back all that was left of a conversion. */
export async function findWholeRefund(db: Db, conversionId: string): Promise<Refund | undefined> {
  const { rows } = await sql<Refund>`
    select ${columns} from refund where conversion_id = ${conversionId} and whole`.execute(db)
  return rows[0]
}

/** Minor units of a conversion's sale that were refunded so far. */
export async function refundedMinor(tx: Tx, conversionId: string): Promise<number> {
  const { rows } = await sql<{ minor: number }>`
    select coalesce(sum(reported_amount_minor), 0)::bigint as minor from refund where conversion_id = ${conversionId}
  `.execute(tx)
  return rows[0]!.minor
}

/** Records a refund. */
export async function insertRefund(
  tx: Tx,
  refund: Refund & { brandId: string; createdAt: Date },
): Promise<void> {
  await sql`
    insert into refund (id, conversion_id, brand_id, refund_id, whole, reported_amount_minor, asked_amount_minor, reversed_crels,
                        total_reversed_crels, created_at)
    values (${refund.id}, ${refund.conversionId}, ${refund.brandId}, ${refund.refundId}, ${refund.whole},
            ${refund.reportedAmountMinor}, ${refund.askedAmountMinor}, ${refund.reversedCrels}, ${refund.totalReversedCrels}, ${refund.createdAt})
  `.execute(tx)
}
