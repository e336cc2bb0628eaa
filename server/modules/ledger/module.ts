import { createFigures } from '#server/platform/figures.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { balanceVersions } from './balance-versions.ts'
import { ledgerExport } from './export-ledger.ts'
import { ledgerErasure } from './forfeit-balances.ts'
import { ledgerJobs } from './jobs.ts'
import { reconciliationFigures, type Reconciliation } from './reconcile.ts'
import { walletRoutes } from './routes.ts'
import type { AboutEntries } from './wallet-statement.ts'

/** Balances, holds and statements; what an entry was for comes from the modules above. */
export function ledgerModule({ db, log }: Platform, { about }: { about: AboutEntries }): Module {
  const figures = createFigures(
    'crels_ledger',
    'The last reconciliation: what was read, and what breaks a promise.',
  )
  const reconciled = (result: Reconciliation) => {
    figures.set(reconciliationFigures(result))
    if (!result.clean) log.error({ findings: result.findings.filter(({ count }) => count > 0) }, 'ledger')
  }
  return {
    routes: walletRoutes({ about }),
    jobs: ledgerJobs(db, reconciled),
    erase: [ledgerErasure(db)],
    export: [ledgerExport(db, about)],
    topicVersions: { balances: { by: 'subject', versions: balanceVersions } },
    metrics: figures.register,
  }
}
