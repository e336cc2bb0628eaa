import { registerOutcomeGauge } from '#server/platform/job-metrics.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import type { Db } from '#server/platform/database.ts'
import { job, type Job } from '#server/platform/jobs.ts'
import { closeLedgerDays } from './close-days.ts'
import { ledgerExport } from './export-ledger.ts'
import { ledgerErasure } from './forfeit-balances.ts'
import { reconcile, reconciliationMetrics, type Reconciliation } from './reconcile.ts'
import { expireHolds } from './holds.ts'

/** The books: every balance and every movement between balances. */
export function ledgerModule({ db, log }: Platform): Module {
  const reconciled = (result: Reconciliation) => {
    if (!result.clean) log.error({ findings: result.findings.filter(({ count }) => count > 0) }, 'ledger')
  }
  return {
    jobs: ledgerJobs(db, reconciled),
    erase: [ledgerErasure(db)],
    export: [ledgerExport(db)],
    metrics: (registry) =>
      registerOutcomeGauge(registry, db, {
        job: 'reconcile',
        name: 'crels_ledger',
        help: 'The last reconciliation: what was read, and what breaks a promise.',
        values: reconciliationMetrics,
      }),
  }
}

/** The ledger's jobs; `report` hears every reconciliation. */
function ledgerJobs(db: Db, report: (result: Reconciliation) => void): Job[] {
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
      name: 'close-ledger-days',
      doc: 'Writes down what every kind of account had at the end of each day (UTC).',
      cron: '15 0 * * *',
      run: async () => ({ closed: await closeLedgerDays(db) }),
    }),
    job({
      name: 'expire-holds',
      doc: 'Gives back what holds held whose time is over.',
      cron: '* * * * *',
      run: async () => ({ expired: await expireHolds(db) }),
    }),
  ]
}
