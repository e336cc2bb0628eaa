import { createFigures } from '#server/platform/figures.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { ledgerExport } from './export-ledger.ts'
import { ledgerErasure } from './forfeit-balances.ts'
import { ledgerJobs } from './jobs.ts'
import { reconciliationFigures, type Reconciliation } from './reconcile.ts'

/** The books: every balance and every movement between balances. */
export function ledgerModule({ db, log }: Platform): Module {
  const figures = createFigures(
    'crels_ledger',
    'The last reconciliation: what was read, and what breaks a promise.',
  )
  const reconciled = (result: Reconciliation) => {
    figures.set(reconciliationFigures(result))
    if (!result.clean) log.error({ findings: result.findings.filter(({ count }) => count > 0) }, 'ledger')
  }
  return {
    jobs: ledgerJobs(db, reconciled),
    erase: [ledgerErasure(db)],
    export: [ledgerExport(db)],
    metrics: figures.register,
  }
}
