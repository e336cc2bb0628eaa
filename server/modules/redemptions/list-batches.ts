import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { BatchFormat } from './make-batch.ts'

/** A file of payouts, and how far they have come. */
export interface ListedBatch {
  batchId: string
  format: BatchFormat
  madeAt: Date
  madeBy: string
  payouts: number
  usdCents: number
  /** Not known to have arrived yet. */
  sending: number
  paid: number
  failed: number
}

/** The files with payouts in them, the newest first; also one whose maker was killed before it was written. */
export async function listBatches(db: Db): Promise<ListedBatch[]> {
  const { rows } = await sql<ListedBatch>`
    select b.id as "batchId", b.format, b.made_at as "madeAt", b.made_by as "madeBy", count(*) as payouts,
           sum(r.usd_cents)::bigint as "usdCents", count(*) filter (where r.state = 'sending') as sending,
           count(*) filter (where r.state = 'paid') as paid, count(*) filter (where r.state = 'failed') as failed
    from payout_batch b join redemption r on r.batch_id = b.id
    group by b.id order by b.made_at desc, b.id desc`.execute(db)
  return rows
}
