import type { TaxYear } from '#contracts/operator-tax.schemas.ts'
import { paidWithoutForm, paidYears } from '#server/modules/redemptions/public.ts'
import type { Db } from '#server/platform/database.ts'
import { formsOfYear } from './tax-report.ts'

/** The years in which members were paid, with how many of them have no form. */
export async function taxYears(db: Db): Promise<{ items: TaxYear[] }> {
  const items: TaxYear[] = []
  for (const row of await paidYears(db)) {
    const { year } = row
    const withoutForm = await paidWithoutForm(db, { year, forms: await formsOfYear(db, year) })
    items.push({ ...row, withoutForm })
  }
  return { items }
}
