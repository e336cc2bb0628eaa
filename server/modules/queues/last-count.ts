import type { OperatorQueue } from '#contracts/operator-home.constants.ts'
import type { ReviewKind } from '#contracts/operator-reviews.constants.ts'
import type { Db } from '#server/platform/database.ts'
import { lastOutcomes } from '#server/platform/job-outcomes.ts'

/** A queue of more rows than this is counted by a job each minute, not at each call. */
export const countedEachCallMax = 2_000

/** An older count, as of a worker that stands still, is no longer used. */
const usedForMs = 5 * 60_000

/** How much waits in a queue. */
export interface QueueCount {
  queue: OperatorQueue
  count: number
  oldestAt: Date | string | null
  usdCents: number | null
}

/** What of one member waits for one reason. */
export interface CountedGroup {
  reason: string
  uid: string
  count: number
  crels: number
  oldestAt: Date | string
}

/** What the job `count-queues` found: of the queues that are too long to be counted at each call. */
export interface LongQueues {
  queues: QueueCount[]
  groups: Partial<Record<ReviewKind, CountedGroup[]>>
}

/** Its last answer, and when that was; undefined where none is recent. */
export async function lastCount(db: Db): Promise<(LongQueues & { at: Date }) | undefined> {
  const outcome = (await lastOutcomes(db, ['count-queues'])).get('count-queues')
  // The queue keeps wall time.
  if (!outcome || Date.now() - outcome.at.getTime() > usedForMs) return undefined
  return { ...(outcome.output as LongQueues), at: outcome.at }
}
