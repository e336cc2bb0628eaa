import * as z from 'zod/mini'
import { points, time } from './shapes.ts'

/** What every claim of a reward answers; a refusal has the same members and `granted: 0`. */
export const rewardAnswer = {
  /** Points that this call brought. */
  granted: points,
  /** Points the member has now. */
  balance: points,
  /** When the next claim is possible; null where there is none, or nothing but waiting to do. */
  nextAt: z.nullable(time),
}
