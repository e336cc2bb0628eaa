import { createJobMetrics } from '#server/platform/job-metrics.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { ledgerExport } from './export-ledger.ts'
import { ledgerErasure } from './forfeit-balances.ts'
import { ledgerJobs } from './jobs.ts'
import { reconciliationMetrics, type Reconciliation } from './reconcile.ts'

/** The books: every balance and every movement between balances. */
export function ledgerModule({ db, log }: Platform): Module {
  const metrics = createJobMetrics(
    'crels_ledger',
    'The last reconciliation: what was read, and what breaks a promise.',
  )
  const reconciled = (result: Reconciliation) => {
    metrics.set(reconciliationMetrics(result))
    if (!result.clean) log.error({ findings: result.findings.filter(({ count }) => count > 0) }, 'ledger')
  }
  return {
    jobs: ledgerJobs(db, reconciled),
    erase: [ledgerErasure(db)],
    export: [ledgerExport(db)],
    metrics: metrics.register,
  }
}
