import { sql } from 'kysely'
import type { ImportRow } from './import-payout-results.ts'
import { app } from './payout-runs.fixture.ts'

/** The rows of an import that name a payment, as a worker has them in memory. */
export async function rowsOf(runId: string, importId: string): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    select i.place, l.redemption_id as "redemptionId", i.reference, i.status, i.payment, i.reason, i.amount,
      i.paid_on::text as "paidOn", i.is_credit as "isCredit"
    from payout_import_row i join payout_line l on l.run_id = ${runId} and l.reference = i.reference
    where i.import_id = ${importId} order by i.place`.execute(app.db)
  return rows
}
