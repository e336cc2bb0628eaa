import { freezeLeftMs } from '#rules/payout-freeze.ts'
import { freezeLengths } from '#server/modules/economy/public.ts'
import type { Db } from '#server/platform/database.ts'

/**
 * Until when nothing is paid out to a member whose password, address or second factor changed so many milliseconds ago,
 * each time; null while nothing is frozen. What happened to an account is known in wall time, so that is what this is, too.
 */
export async function frozenUntil(db: Db, changesMs: readonly number[]): Promise<Date | null> {
  if (changesMs.length === 0) return null
  const leftMs = freezeLeftMs(changesMs, await freezeLengths(db))
  return leftMs > 0 ? new Date(Date.now() + leftMs) : null
}
