import type { TaxYear } from '#contracts/operator-tax.schemas.ts'
import { paidYears } from '#server/modules/redemptions/public.ts'
import { lastTaxProfiles } from '#server/modules/tax/public.ts'
import type { Db } from '#server/platform/database.ts'
import { formsOfYear } from './tax-report.ts'

/** The years in which members were paid, with how many of them have no form. */
export async function taxYears(db: Db): Promise<{ items: TaxYear[] }> {
  const items: TaxYear[] = []
  for (const { uids, ...year } of await paidYears(db)) {
    const forms = await lastTaxProfiles(db, uids, await formsOfYear(db, year.year))
    const withoutForm = uids.filter((uid) => !forms.has(uid)).length
    items.push({ ...year, members: uids.length, withoutForm })
  }
  return { items }
}
