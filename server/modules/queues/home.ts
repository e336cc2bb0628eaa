import type { OperatorHome } from '#contracts/operator-home.schemas.ts'
import { isOverdue, type Proved, type Watched } from '#rules/alerts.ts'
import { exchangeNow } from '#server/modules/exchange/public.ts'
import type { Reconciliation } from '#server/modules/ledger/public.ts'
import { pausedFeatures } from '#server/modules/pauses/public.ts'
import type { Db } from '#server/platform/database.ts'
import { jobsSince, lastOutcomes, type JobOutcome } from '#server/platform/job-outcomes.ts'
import type { BrokenPromise } from '#server/platform/reconciliation.ts'
import { checkBeside, proofsBeside } from './books-beside.ts'
import { waitingQueues } from './count-queues.ts'

/** Jobs run each minute; later than this the worker stands still. */
const workerLateMs = 5 * 60_000

/** The job that proves each. */
const provingJobs = { books: 'reconcile', auditLog: 'check-audit-log' } as const satisfies Record<
  Proved,
  string
>

const jobsBeside = proofsBeside.map(({ job }) => job)

const proved = Object.keys(provingJobs) as Proved[]

/** Since when the jobs are there that prove books and log. */
export async function provedFrom(db: Db): Promise<Watched['provedFrom']> {
  const since = await jobsSince(db, Object.values(provingJobs))
  return {
    books: since.get(provingJobs.books) ?? null,
    auditLog: since.get(provingJobs.auditLog) ?? null,
  }
}

/** Hours after which what waits longest in a queue is an alert (ALERT_HOURS), by its name. */
export type HoursOf = Readonly<Record<string, number>>

/**
 * What waits for an operator, with its dollars for who may read of money, and whether books and work are as they should
 * be.
 */
export async function operatorHome(
  db: Db,
  { hoursOf, withMoney }: { hoursOf: HoursOf; withMoney: boolean },
): Promise<OperatorHome> {
  const { paused } = await exchangeNow(db)
  const outcomes = await lastOutcomes(db, [...Object.values(provingJobs), ...jobsBeside, 'expire-holds'])
  const since = await jobsSince(db, [...Object.values(provingJobs), ...jobsBeside])
  const books = booksOf(outcomes, since)
  const lastProofs = {
    books: books && new Date(books.checkedAt),
    auditLog: outcomes.get(provingJobs.auditLog)?.at ?? null,
  }
  const seen = outcomes.get('expire-holds')?.at ?? null
  return {
    queues: (await waitingQueues(db, { withMoney })).map((row) => ({
      ...row,
      limitHours: hoursOf[row.queue] ?? null,
    })),
    books,
    auditLog: auditLogOf(outcomes.get(provingJobs.auditLog)),
    health: {
      workerSeenAt: seen?.toISOString() ?? null,
      // The queue keeps wall time.
      isWorkerLate: seen === null || Date.now() - seen.getTime() > workerLateMs,
      unproved: proved.filter((what) => {
        const from = since.get(provingJobs[what]) ?? null
        return isOverdue(what, { last: lastProofs[what], from }, new Date())
      }),
      paused: [...(paused ? (['exchange'] as const) : []), ...(await pausedFeatures(db))],
    },
  }
}

/**
 * The ledger's proof, and what was broken at the last look beside it. They are as old as the oldest of these: a job that
 * fails leaves none, and one whose last is not kept any more counts from when it is there.
 */
function booksOf(outcomes: Map<string, JobOutcome>, since: Map<string, Date>): OperatorHome['books'] {
  const outcome = outcomes.get(provingJobs.books)
  if (!outcome) return null
  const { entries, findings } = outcome.output as Reconciliation
  const beside = proofsBeside.flatMap(({ about, job }) => {
    const found = outcomes.get(job)?.output as { findings: BrokenPromise[] } | undefined
    return (found?.findings ?? []).map(({ check, count }) => ({
      check: checkBeside(about, { check }),
      count,
    }))
  })
  const broken = [
    ...findings.filter(({ count }) => count > 0).map(({ check, count }) => ({ check, count })),
    ...beside,
  ]
  const proofs = [outcome.at, ...jobsBeside.map((job) => outcomes.get(job)?.at ?? since.get(job))]
  const oldest = Math.min(...proofs.flatMap((at) => at?.getTime() ?? []))
  return { checkedAt: new Date(oldest).toISOString(), isClean: broken.length === 0, entries, broken }
}

function auditLogOf(outcome: JobOutcome | undefined): OperatorHome['auditLog'] {
  if (!outcome) return null
  const { entries, broken, different, head } = outcome.output as Record<
    'entries' | 'broken' | 'different',
    number
  > & { head?: string }
  const checkedAt = outcome.at.toISOString()
  return { checkedAt, isWhole: broken + different === 0, entries, head: head ?? null }
}
