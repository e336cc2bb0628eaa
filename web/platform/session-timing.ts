/**
 * When the browser's session refreshes its access token: the constants of docs/session.md, Refresh, and
 * the arithmetic on them. All values are milliseconds, all times of the local clock.
 */

/** A token is refreshed this long before it expires … */
export const REFRESH_BEFORE_EXPIRY_MS = 5 * 60_000

/** … and not used any more this long before it expires, since the answer still has to reach the server. */
export const EXPIRY_MARGIN_MS = 30_000

/** The wait after a first failed refresh; it doubles with each further failure … */
export const RETRY_FIRST_MS = 30_000

/** … up to this one. */
export const RETRY_MAX_MS = 16 * 60_000

/** How often a refresh that failed is tried again before the wait is over, for calls that have no token … */
export const REPEATS_MAX = 4

/** … where it failed sooner than this. */
export const REPEATABLE_MS = 5_000

/** A clock that goes back by more than this was set back; less is the jitter of its synchronisation. */
export const CLOCK_SET_BACK_MS = 60_000

/** An access token and the time it was issued and expires, by the local clock at its arrival. */
export type SessionToken = {
  readonly accessToken: string
  readonly issuedAt: number
  readonly expiresAt: number
}

/** When to refresh a token: 5 minutes before its expiry, but never sooner than half its lifetime, nor 30 s. */
export function refreshAt({ issuedAt, expiresAt }: SessionToken): number {
  return Math.max(
    expiresAt - REFRESH_BEFORE_EXPIRY_MS,
    issuedAt + Math.max((expiresAt - issuedAt) / 2, RETRY_FIRST_MS),
  )
}

/** Whether a token can still be sent at `now`: it has more than the margin of 30 s to live. */
export function isUsable(token: SessionToken, now: number): boolean {
  return now < token.expiresAt - EXPIRY_MARGIN_MS
}

/** The wait after so many failed refreshes in a row (at least 1): 30 s, 1, 2, 4, 8, 16, 16, … minutes. */
export function retryDelay(failures: number): number {
  return Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_MAX_MS)
}
