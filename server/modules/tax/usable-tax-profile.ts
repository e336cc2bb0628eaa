import { isTaxFormUsable, taxFormsOf, type TaxRegime } from '#rules/tax-profile.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { lastTaxProfile, lastTaxProfiles } from './tax-queries.ts'
import { utcDate } from '#rules/utc-date.ts'

/** Whether a member has certified a form of a regime that counts today. */
export async function hasUsableTaxProfile(db: Db, uid: string, regime: TaxRegime): Promise<boolean> {
  const [row, now] = [await lastTaxProfile(db, uid, taxFormsOf(regime)), await databaseNow(db)]
  return row !== undefined && isTaxFormUsable(certified(row), regime, utcDate(now))
}

/** Which of some members have certified a form of a regime that counts today. */
export async function usableTaxProfiles(
  db: Db,
  uids: readonly string[],
  regime: TaxRegime,
): Promise<Set<string>> {
  if (uids.length === 0) return new Set()
  const [rows, now] = [await lastTaxProfiles(db, uids, taxFormsOf(regime)), await databaseNow(db)]
  const usable = [...rows.values()].filter((row) => isTaxFormUsable(certified(row), regime, utcDate(now)))
  return new Set(usable.map(({ uid }) => uid))
}

/** A row as the rules read it. */
export function certified<Row extends { certifiedAt: Date }>(row: Row): Row & { certifiedOn: string } {
  return { ...row, certifiedOn: utcDate(row.certifiedAt) }
}
