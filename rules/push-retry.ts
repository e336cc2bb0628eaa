/**
 * How long to wait after each failed attempt to send a push message, in milliseconds; one more attempt follows the last.
 * Sooner than for webhooks: what arrives a day later is no news.
 */
export const PUSH_RETRY_DELAYS_MS = [30_000, 2 * 60_000, 10 * 60_000, 3_600_000, 4 * 3_600_000] as const

/** How long a push service keeps a message for a browser that is off, and we try to hand it over, in seconds. */
export const PUSH_TTL_SEC = 86_400

/** A browser whose push service did not take this many messages in a row is forgotten. */
export const PUSH_FAILURES_MAX = 10

/** What becomes of a message after an attempt. */
export type PushVerdict =
  /** The push service has it. */
  | 'delivered'
  /** The browser let go of its subscription: it is forgotten, with its messages. */
  | 'gone'
  /** The push service refuses this message, and would again. */
  | 'refused'
  /** It may be taken later. */
  | 'later'

/** Judges the answer of a push service (RFC 8030, section 5); null is that none came. */
export function judgePushAnswer(status: number | null): PushVerdict {
  if (status === null || status === 408 || status === 429 || status >= 500) return 'later'
  if (status >= 200 && status < 300) return 'delivered'
  return status === 404 || status === 410 ? 'gone' : 'refused'
}

/**
 * When to try again after `attempts` failed ones, in milliseconds from now; null when that was the last, or nothing is
 * left of the message's time by then. `chance` in [0, 1) adds up to a fifth, so that what failed together does not come
 * back together.
 */
export function pushRetryDelayMs(
  attempts: number,
  { chance, retryAfterMs, leftMs }: { chance: number; retryAfterMs: number; leftMs: number },
): number | null {
  const delay = PUSH_RETRY_DELAYS_MS[attempts - 1]
  if (delay === undefined) return null
  const wait = Math.max(Math.round(delay * (1 + chance / 5)), retryAfterMs)
  return wait < leftMs ? wait : null
}
