import type { TaxYear } from '#contracts/operator-tax.schemas.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { paidYears } from '#server/modules/redemptions/public.ts'
import { lastTaxProfiles } from '#server/modules/tax/public.ts'
import type { Db } from '#server/platform/database.ts'
import { reportedForms } from './tax-report.ts'

/** The years in which members were paid, with how many of them have no form. */
export async function taxYears(db: Db): Promise<{ items: TaxYear[] }> {
  const { tax } = await currentEconomy(db)
  const years = await paidYears(db)
  const everybody = [...new Set(years.flatMap(({ uids }) => uids))]
  const forms = await lastTaxProfiles(db, everybody, reportedForms(tax.regime))
  return {
    items: years.map(({ uids, ...year }) => ({
      ...year,
      members: uids.length,
      withoutForm: uids.filter((uid) => !forms.has(uid)).length,
    })),
  }
}
