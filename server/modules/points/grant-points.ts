import { currentEconomy } from '#server/modules/economy/public.ts'
import { grantAward } from '#server/modules/ledger/public.ts'
import { lotExpiresAt } from '#rules/point-lot.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'

/**
 * Pays what a member claims and the caller found to be due, in points; the caller holds their rewards. Throws
 * `conflict` where it was paid before, which the caller would have seen: nothing is ever paid twice.
 */
export async function payReward(
  tx: Tx,
  { party, program, period, points }: { party: string; program: string; period: string; points: number },
): Promise<void> {
  const at = await databaseNow(tx)
  const { expireMonths } = (await currentEconomy(tx)).points
  const expiresAt = new Date(lotExpiresAt(at.getTime(), expireMonths))
  const { granted } = await grantAward(tx, { party, program, period, points, effectiveAt: at, expiresAt })
  if (!granted) throw problem('conflict')
}
