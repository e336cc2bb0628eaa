/** A mail can be asked for again this long after the last one. */
export const resendAfterMs = 60_000

/** How long an address stays remembered: as long as the links that go to it work. */
const keptMs = 60 * 60_000

/** What a mail was asked for: to verify an address, to choose a new password, to sign in by link. */
export type AskedFor = 'verify' | 'reset' | 'link'

const keyOf = (purpose: AskedFor) => `crels:asked-mail-${purpose}`

/**
 * Notes that a mail was asked for just now: a reload then still knows how long to wait for the next, and the mailed
 * link, which opens in a new tab, which address it went to. Without storage the server says the one, a person the other.
 */
export function rememberAsked(purpose: AskedFor, email: string, now = Date.now()): void {
  try {
    localStorage.setItem(keyOf(purpose), JSON.stringify({ email, at: now }))
  } catch {
    // Private modes refuse it.
  }
}

/** The address a mail was asked for within the hour; empty when there was none. */
export function askedAddress(purpose: AskedFor, now = Date.now()): string {
  return readAsked(purpose, now)?.email ?? ''
}

/** How long until the mail can be asked for again, in milliseconds; 0 when it can be now, as far as this browser knows. */
export function msToResend(purpose: AskedFor, now = Date.now()): number {
  const asked = readAsked(purpose, now)
  return asked ? Math.min(resendAfterMs, Math.max(0, asked.at + resendAfterMs - now)) : 0
}

/** Removes the stored address once the mail has been used. */
export function forgetAsked(purpose: AskedFor): void {
  try {
    localStorage.removeItem(keyOf(purpose))
  } catch {
    // There is nothing to forget.
  }
}

function readAsked(purpose: AskedFor, now: number): { email: string; at: number } | null {
  try {
    const { email, at } = JSON.parse(localStorage.getItem(keyOf(purpose)) ?? '{}') as Record<string, unknown>
    if (typeof email !== 'string' || typeof at !== 'number') return null
    if (now < at + keptMs) return { email, at }
    forgetAsked(purpose)
  } catch {
    // Storage is refused, or another script wrote the value.
  }
  return null
}
