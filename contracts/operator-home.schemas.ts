import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { OPERATOR_QUEUES, PAUSABLE_FEATURES } from './operator-home.constants.ts'
import { time } from './shapes.ts'

const part = z.int().check(z.nonnegative())

export const operatorHome = z.object({
  queues: z.array(
    z.object({
      queue: z.enum(OPERATOR_QUEUES),
      count: part,
      /** Since when the oldest waits; null where none does. */
      oldestAt: z.nullable(time),
      /** Hours after which a wait is too long (ALERT_HOURS); null where none is. */
      limitHours: z.nullable(part),
      /**
       * What they are worth together, crels at the present rate. Of claims what their members would earn, a share of
       * another currency at the rate of the day of the sale. Null where a queue is not about money or no worth is known,
       * and for who may not read of money.
       */
      usdCents: z.nullable(part),
      /** How many are not in `usdCents`, since no rate was in force or no amount was given. */
      unvalued: part,
      /** When all this was counted; null of what was counted just now. Long queues are counted at most once a minute. */
      countedAt: z.nullable(time),
    }),
  ),
  /**
   * The last proof of the ledger, by the job `reconcile`, with what the last proofs of earnings, redemptions and shop
   * found; null where there was none of the ledger within a week.
   */
  books: z.nullable(
    z.object({
      /** When the oldest of these was made. */
      checkedAt: time,
      isClean: z.boolean(),
      entries: part,
      /** What breaks a promise, by the name of the check; of those beside the ledger it begins with what it is about. */
      broken: z.array(z.object({ check: z.string(), count: part })),
    }),
  ),
  /** The last walk of the log of acts; null where there was none within a week. */
  auditLog: z.nullable(
    z.object({
      checkedAt: time,
      isWhole: z.boolean(),
      entries: part,
      /** The hash of the last of them, as the check found it; null before its first run of this version. */
      head: z.nullable(z.string()),
    }),
  ),
  health: z.object({
    /** When a worker last finished the job of each minute; null where none ever did. */
    workerSeenAt: z.nullable(time),
    isWorkerLate: z.boolean(),
    /** What was not proved for longer than its job leaves: the books for 3 hours, the log of acts for 26. */
    unproved: z.array(z.enum(['books', 'auditLog'])),
    /** What is paused now. */
    paused: z.array(z.enum(PAUSABLE_FEATURES)),
  }),
})
export type OperatorHome = z.output<typeof operatorHome>

export const operatorHomeSchemas = {
  getOperatorHome: {
    summary:
      'What waits for an operator, by count, age and dollars; whether the books are clean and the work runs.',
    tag: 'operator',
    responses: { 200: operatorHome },
  },
} satisfies Record<string, EndpointSchemas>
