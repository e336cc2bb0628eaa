import type { OperatorQueue } from '#contracts/operator-home.constants.ts'
import type { ReviewKind } from '#contracts/operator-reviews.constants.ts'
import type { Db } from '#server/platform/database.ts'
import { lastOutcomes } from '#server/platform/job-outcomes.ts'

/** A queue of more rows than this is counted by a job each minute, not at each call. */
export const countedEachCallMax = 2_000

/** How much waits in a queue. */
export interface QueueCount {
  queue: OperatorQueue
  count: number
  oldestAt: Date | string | null
  usdCents: number | null
  /** How many of them `usdCents` leaves out, since their worth is unknown; no count of an older version has it. */
  unvalued?: number
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
  /** When it began to count. */
  at: string
  /** Counting takes seconds where millions wait, and is done less often there; no count of an older version has it. */
  tookMs?: number
  queues: QueueCount[]
  groups: Partial<Record<ReviewKind, CountedGroup[]>>
}

/** Its last answer, which is older where the worker stands still; undefined where there is none. */
export async function lastCount(db: Db): Promise<LongQueues | undefined> {
  return (await lastOutcomes(db, ['count-queues'])).get('count-queues')?.output as LongQueues | undefined
}
