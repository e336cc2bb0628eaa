import type { Db } from '#server/platform/database.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import { expireHolds } from './holds.ts'
import { reconcile, type Reconciliation } from './reconcile.ts'

/** The ledger's jobs; `report` hears every reconciliation, for /metrics and the log. */
export function ledgerJobs(db: Db, report: (result: Reconciliation) => void): Job[] {
  return [
    job({
      name: 'reconcile',
      doc: 'Proves every balance from its entries, and holds and point lots from theirs.',
      cron: '41 * * * *',
      retryLimit: 0,
      run: async () => {
        const result = await reconcile(db)
        report(result)
        return result
      },
    }),
    job({
      name: 'expire-holds',
      doc: 'Gives back what holds held whose time is over.',
      cron: '* * * * *',
      run: async () => ({ expired: await expireHolds(db) }),
    }),
  ]
}
