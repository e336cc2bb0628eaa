import { currentEconomy } from '#server/modules/economy/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { PaidInYears } from './tax-deps.ts'
import { lastTaxProfile } from './tax-queries.ts'

/**
 * Until when (`YYYY-MM-DD`) the tax form of a member who leaves now is kept: as many years after their last one with a
 * payout as the operator's law asks. Null where nothing is: no form, no payout, or a site that asks for none.
 */
export async function taxFormKeptUntil(
  db: Db,
  { uid, party }: { uid: string; party: string },
  { lastPaidYear }: Pick<PaidInYears, 'lastPaidYear'>,
): Promise<string | null> {
  const { regime, keepYears } = (await currentEconomy(db)).tax
  if (regime === 'off' || !(await lastTaxProfile(db, uid))) return null
  const year = await lastPaidYear(db, party)
  return year === null ? null : `${year + keepYears}-12-31`
}
