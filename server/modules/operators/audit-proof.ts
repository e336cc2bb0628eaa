import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { AuditProof } from '#contracts/operator-audit.schemas.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { lastOutcomes } from '#server/platform/job-outcomes.ts'
import { lastRun } from '#server/platform/job-states.ts'
import { job, type Job, type Jobs } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/module.ts'
import { inLongSnapshot } from '#server/platform/reconciliation.ts'
import { checkAuditLog, type AuditCheck } from './audit-log.ts'

const name = 'check-audit-log'

/** What the job answers, which the queue keeps. */
const outcome = z.object({
  entries: z.int(),
  head: z.string(),
  breaks: z.array(z.object({ seq: z.int(), is: z.string() })),
  differences: z.array(z.object({ table: z.string(), count: z.int() })),
})

/** Proves the log each day, and when an operator asks: a million entries take longer than a request may. */
export function auditProofJob({ db, log }: Pick<Platform, 'db' | 'log'>): Job {
  return job({
    name,
    doc: 'Proves the chain of the log of acts, and that audited tables are as it says.',
    cron: '26 5 * * *',
    retryLimit: 0,
    run: async () => {
      const { entries, head, breaks, differences } = await inLongSnapshot(db, checkAuditLog)
      const found = { entries, head, broken: breaks.length, different: differences.length }
      if (found.broken + found.different > 0) log.error({ ...found, breaks }, 'audit log')
      return { ...found, breaks, differences: byTable(differences) }
    },
  })
}

/** How many rows differ, by table: the rows themselves are shown by `crels audit check`. */
function byTable(differences: AuditCheck['differences']): { table: string; count: number }[] {
  const tables = Map.groupBy(differences, ({ table }) => table)
  return [...tables].map(([table, rows]) => ({ table, count: rows.length }))
}

/** What the last proof found, and whether one is under way or has failed since. */
export async function auditProof(db: Db): Promise<AuditProof> {
  const run = await lastRun(db, name)
  const last = (await lastOutcomes(db, [name])).get(name)
  // One of an earlier version counted what it found, and did not keep it.
  const found = outcome.safeParse(last?.output)
  const isUnderWay = run?.state === 'waiting' || run?.state === 'running'
  return {
    underWaySince: isUnderWay ? run.at.toISOString() : null,
    failedAt: run?.state === 'failed' ? run.at.toISOString() : null,
    last: last && found.success ? { at: last.at.toISOString(), ...found.data } : null,
  }
}

/** Has the log proved, unless it is being proved: who asks meanwhile is answered by the same. */
export async function startAuditProof(tx: Tx, enqueue: Jobs['add']): Promise<AuditProof> {
  await sql`select pg_advisory_xact_lock(hashtext('prove the log of acts'))`.execute(tx)
  const { underWaySince } = await auditProof(tx)
  if (underWaySince === null) await enqueue(tx, name, {})
  return await auditProof(tx)
}
