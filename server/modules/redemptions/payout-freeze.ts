import type { Economy } from '#rules/economy.ts'

/**
 * Until when nothing is paid out to a member whose password, address or second factor changed; null while nothing is
 * frozen. What happened to an account is known in wall time, so that is what this is, too.
 */
export function frozenUntil(
  sinceChangeMs: number | null,
  { accountChangeHours }: Pick<Economy['redemption'], 'accountChangeHours'>,
): Date | null {
  if (sinceChangeMs === null) return null
  const leftMs = accountChangeHours * 3_600_000 - sinceChangeMs
  return leftMs > 0 ? new Date(Date.now() + leftMs) : null
}
