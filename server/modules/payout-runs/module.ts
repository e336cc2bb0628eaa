import { job } from '#server/platform/jobs.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { applyPayoutResults, deleteRefusedRows, unfinishedImports } from './apply-payout-results.ts'
import type { PayoutRunDeps } from './payout-run-deps.ts'
import { payoutRunRoutes } from './routes.ts'

/** Redemptions that are paid together: drafted, approved by another, sent in a file, and closed with the ledger's sum. */
export function payoutRunsModule({ db }: Platform, deps: PayoutRunDeps): Module {
  return {
    routes: payoutRunRoutes(deps),
    jobs: [
      job<{ importId?: string }>({
        name: 'import-payout-results',
        doc: 'Works on imported results of payout runs: what arrived is paid, what did not is an exception.',
        // One whose worker was killed goes on.
        cron: '*/10 * * * *',
        run: async ({ importId }) => {
          for (const id of importId ? [importId] : await unfinishedImports(db))
            await applyPayoutResults(db, { importId: id }, deps)
        },
      }),
      job({
        name: 'remove-refused-results',
        doc: 'Removes the refused rows of results of payout runs that were imported 30 days ago.',
        cron: '41 3 * * *',
        run: async () => ({ removed: await deleteRefusedRows(db) }),
      }),
    ],
  }
}
