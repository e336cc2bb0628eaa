import type { RewardProgram } from '#contracts/rewards.constants.ts'
import { lotExpiresAt } from '#rules/point-lot.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { grantAward, type Awarded } from '#server/modules/ledger/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'

/**
 * Grants points once for a party, program and period; `granted` is false where that was granted before. They expire
 * `points.expireMonths` after `at`, which is now unless given. Every reward is granted here.
 */
export async function grantPoints(
  tx: Tx,
  { at, ...award }: { party: string; program: RewardProgram; period: string; points: number; at?: Date },
): Promise<Awarded> {
  const { expireMonths } = (await currentEconomy(tx)).points
  const expiresAt = new Date(lotExpiresAt((at ?? (await databaseNow(tx))).getTime(), expireMonths))
  return await grantAward(tx, { ...award, effectiveAt: at, expiresAt })
}
