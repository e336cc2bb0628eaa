import { memberPoints, type AccountRef } from '#server/modules/ledger/public.ts'

/** An expiry for points that a test grants, where the date itself does not matter: a year from now. */
export function inAYear(): Date {
  return new Date(Date.now() + 365 * 86_400_000)
}

/** A member's points as the receiving side of `move`, with that expiry. */
export function expiringPoints(party: string): AccountRef & { expiresAt: Date } {
  return { ...memberPoints(party), expiresAt: inAYear() }
}
