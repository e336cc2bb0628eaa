import { createJobMetrics } from '#server/platform/job-metrics.ts'
import { job } from '#server/platform/jobs.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { inSnapshot } from '#server/platform/transaction.ts'
import { checkAuditLog } from './audit-log.ts'
import { actExport } from './export-acts.ts'
import { destroyMemberKey } from './member-values.ts'

/** Who operates the installation, and the log of what they do. */
export function operatorsModule({ db, log }: Platform): Module {
  const metrics = createJobMetrics(
    'crels_audit',
    'The last check of the log of acts: what was read, and what is wrong.',
  )
  return {
    jobs: [
      job({
        name: 'check-audit-log',
        doc: 'Proves the chain of the log of acts, and that audited tables are as it says.',
        cron: '26 5 * * *',
        retryLimit: 0,
        run: async () => {
          const { entries, head, breaks, differences } = await inSnapshot(db, checkAuditLog)
          const found = { entries, broken: breaks.length, different: differences.length }
          metrics.set(found)
          if (found.broken + found.different > 0) log.error({ ...found, head, breaks }, 'audit log')
          return found
        },
      }),
    ],
    erase: [{ name: 'operators', erase: async ({ uid }) => await destroyMemberKey(db, uid) }],
    export: [actExport(db)],
    metrics: metrics.register,
  }
}
