import type { RewardProgram } from '#contracts/rewards.constants.ts'
import { lotExpiresAt } from '#rules/point-lot.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { grantAward, type Awarded } from '#server/modules/ledger/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'

/**
 * Grants points once for a party, program and period; `granted` is false where that was granted before. They expire
 * `expireMonths` after `at`, which is now unless given; the months are those of the settings, read here where the caller
 * has not read them. Every reward is granted here.
 */
export async function grantPoints(
  tx: Tx,
  {
    at,
    expireMonths,
    ...award
  }: {
    party: string
    program: RewardProgram
    period: string
    points: number
    at?: Date
    expireMonths?: number
  },
): Promise<Awarded> {
  const months = expireMonths ?? (await currentEconomy(tx)).points.expireMonths
  const expiresAt = new Date(lotExpiresAt((at ?? (await databaseNow(tx))).getTime(), months))
  return await grantAward(tx, { ...award, effectiveAt: at, expiresAt })
}
