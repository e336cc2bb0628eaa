import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { eachByItself } from '#server/platform/each-by-itself.ts'
import { job } from '#server/platform/jobs.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { applyPayoutResults, deleteRefusedRows, unfinishedImports } from './apply-payout-results.ts'
import { continuePayoutFile, leftPayoutFiles } from './payout-file-job.ts'
import type { PayoutRunDeps } from './payout-run-deps.ts'
import { payoutRunRoutes } from './routes.ts'

/** Redemptions that are paid together: drafted, approved by another, sent in a file, and closed with the ledger's sum. */
export function payoutRunsModule({ db }: Platform, deps: PayoutRunDeps): Module {
  return {
    routes: payoutRunRoutes(deps),
    jobs: [
      job<{ runId?: string; number?: number }>({
        name: 'make-payout-file',
        doc: 'Makes files of payout runs that operators asked for: what is in one is on its way from then on.',
        // One whose worker was killed, or that a pause ended, goes on.
        cron: '*/5 * * * *',
        run: async ({ runId, number }) => {
          const asked = runId !== undefined && number !== undefined ? [{ runId, number }] : undefined
          const failed = await eachByItself(
            asked ?? (await leftPayoutFiles(db)),
            async (file) => await continuePayoutFile(db, file, deps),
            (error, file) => deps.log.error({ err: error, ...file }, 'a payout file goes on later'),
          )
          if (failed > 0) throw new Error(`${failed} payout files failed, and the log says how`)
        },
      }),
      job<{ importId?: string }>({
        name: 'import-payout-results',
        doc: 'Works on imported results of payout runs: what arrived is paid, what did not is an exception.',
        // One whose worker was killed goes on.
        cron: '*/10 * * * *',
        run: async ({ importId }) => {
          const failed = await eachByItself(
            importId ? [importId] : await unfinishedImports(db),
            async (id) => await applyPayoutResults(db, { importId: id }, deps),
            (error, id) => deps.log.error({ err: error, importId: id }, 'an import of results goes on later'),
          )
          if (failed > 0) throw new Error(`${failed} imports of results failed, and the log says how`)
        },
      }),
      job({
        name: 'remove-refused-results',
        doc: 'Removes the refused rows of results of payout runs that were imported 30 days ago.',
        cron: '41 3 * * *',
        run: async () => ({ removed: await deleteRefusedRows(db) }),
      }),
    ],
    erase: [payoutErasure(db)],
  }
}

/** What stays of a member's payments when they leave: that they were, and in what file. Why one came back is erased. */
function payoutErasure(db: Db): MemberErasure {
  return {
    name: 'payout-runs',
    erase: async ({ party }) => {
      await sql`
        update payout p set reason = null
        from redemption r where r.id = p.redemption_id and r.party = ${party} and p.reason is not null`.execute(
        db,
      )
      await sql`
        update payout_import_row i set reason = null
        from redemption r join payout_line l on l.redemption_id = r.id join payout_import f on f.run_id = l.run_id
        where r.party = ${party} and i.import_id = f.id and i.reference = l.reference and i.reason is not null`.execute(
        db,
      )
    },
  }
}
