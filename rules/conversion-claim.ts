import { dayMs } from './utc-date.ts'

/** Claims of members for conversions that a brand did not report (docs/economy.md, Conversions and earnings). */

/** How long after it happened a conversion may be claimed, in days. */
export const CLAIM_WITHIN_DAYS = 60

/** How long the brand has to answer, in days; after that the operator is to. */
export const ANSWER_WITHIN_DAYS = 14

/** How many claims of one member may wait for an answer. */
export const OPEN_CLAIMS_MAX = 10

/** Whether a claim's moment can be looked into: not in the future, and not too long ago. Milliseconds since 1970. */
export function isClaimable(occurredAtMs: number, nowMs: number): boolean {
  return occurredAtMs <= nowMs && nowMs - occurredAtMs <= CLAIM_WITHIN_DAYS * dayMs
}

/** Until when an answer is due, in milliseconds since 1970. */
export function answerBy(claimedAtMs: number): number {
  return claimedAtMs + ANSWER_WITHIN_DAYS * dayMs
}
