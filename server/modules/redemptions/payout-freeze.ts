import { freezeLeftMs } from '#rules/payout-freeze.ts'
import { freezeLengths } from '#server/modules/economy/public.ts'
import type { Db } from '#server/platform/database.ts'

/**
 * Until when nothing is paid out to a member whose password, address or second factor changed so many milliseconds ago,
 * each time; null while nothing is frozen. What happened to an account is known in wall time, so that is what this is, too.
 */
export async function frozenUntil(db: Db, changesMs: readonly number[]): Promise<Date | null> {
  return (await frozenAmong(db, new Map([['', changesMs]]))).get('') ?? null
}

/** The same of many members, by one read of the settings. Who is not frozen is not in it. */
export async function frozenAmong(
  db: Db,
  changesMs: ReadonlyMap<string, readonly number[]>,
): Promise<Map<string, Date>> {
  const changed = [...changesMs].filter(([, of]) => of.length > 0)
  if (changed.length === 0) return new Map()
  const lengths = await freezeLengths(db)
  const left = changed.map(([uid, of]) => [uid, freezeLeftMs(of, lengths)] as const)
  return new Map(left.flatMap(([uid, ms]) => (ms > 0 ? [[uid, new Date(Date.now() + ms)]] : [])))
}
