import { dayMs } from './utc-date.ts'

/**
 * How long to wait after each failed attempt, in milliseconds; one more attempt follows the last: ten over three
 * days. Source: the Standard Webhooks specification, "Retry schedule".
 */
export const RETRY_DELAYS_MS = [
  5_000,
  5 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  5 * 3_600_000,
  10 * 3_600_000,
  14 * 3_600_000,
  20 * 3_600_000,
  24 * 3_600_000,
] as const

/** An endpoint that took nothing for this long (milliseconds) is disabled: the length of one message's attempts. */
export const DISABLE_AFTER_MS = 3 * dayMs

/** An endpoint may ask for more time (Retry-After), up to this much (milliseconds). */
export const RETRY_AFTER_MAX_MS = dayMs

/**
 * When to try again after `attempts` failed ones, in milliseconds from now; null when that was the last. `chance`
 * in [0, 1) spreads it over ±20 %, so that what failed together does not come back together.
 */
export function retryDelayMs(
  attempts: number,
  { chance, retryAfterMs = 0 }: { chance: number; retryAfterMs?: number },
): number | null {
  const delay = RETRY_DELAYS_MS[attempts - 1]
  if (delay === undefined) return null
  const spread = Math.round(delay * (0.8 + 0.4 * chance))
  return Math.max(spread, Math.min(retryAfterMs, RETRY_AFTER_MAX_MS))
}

/** Why an endpoint is disabled after a failed attempt: it says so itself (410 Gone), or it took nothing for days. */
export function disabledBecause(failure: {
  status: number | null
  failingForMs: number
}): 'gone' | 'failing' | null {
  if (failure.status === 410) return 'gone'
  return failure.failingForMs >= DISABLE_AFTER_MS ? 'failing' : null
}
