import { Readable } from 'node:stream'
import { TAX_FORMS, taxFormsOf, type TaxForm } from '#rules/tax-profile.ts'
import { economyAt } from '#server/modules/economy/public.ts'
import { operate, type OperatorActor } from '#server/modules/operators/public.ts'
import { yearlyPayouts, type YearlyPayouts } from '#server/modules/redemptions/public.ts'
import { lastTaxProfiles, openTaxDetails, type TaxProfileRow } from '#server/modules/tax/public.ts'
import { csvLine, type CsvCell } from '#server/platform/csv-line.ts'
import type { Db } from '#server/platform/database.ts'
import type { Secret } from '#server/platform/secret.ts'
import { inTransaction } from '#server/platform/transaction.ts'

/** Members in memory at once. */
const pageSize = 500

/**
 * Which forms count in the report of a year: those that were asked for as it ended, or are by now, and all where none
 * was. What is asked for later says nothing of it.
 */
export async function formsOfYear(db: Db, year: number): Promise<readonly TaxForm[]> {
  const { regime } = (await economyAt(db, new Date(Date.UTC(year + 1, 0, 1)))).tax
  return regime === 'off' ? TAX_FORMS : taxFormsOf(regime)
}

/**
 * Who was paid in a year and what, with their tax form, as CSV that is read page by page. That it was made, and why, is
 * in the log first; numbers and names are in no log.
 */
export async function makeTaxReport(
  db: Db,
  actor: OperatorActor,
  { year, reason }: { year: number; reason: string },
  deps: { secret: Pick<Secret, 'open'> },
): Promise<Readable> {
  await inTransaction(db, async (tx) => {
    await operate(tx, actor, { action: 'tax.report', target: `tax-year-${year}`, reason })
  })
  const forms = await formsOfYear(db, year)
  return Readable.from(lines(db, { year, forms }, deps))
}

const names =
  'year member form legal_name street extra postcode city region country tax_residence tax_id_kind tax_id ' +
  'birth_date birth_place vat_id certified_at payouts paid_usd_cents fee_usd_cents'
const columns = [
  ...names.split(' '),
  ...[1, 2, 3, 4].flatMap((at) => [`q${at}_payouts`, `q${at}_paid_usd_cents`, `q${at}_fee_usd_cents`]),
]

async function* lines(
  db: Db,
  { year, forms }: { year: number; forms: readonly TaxForm[] },
  deps: { secret: Pick<Secret, 'open'> },
): AsyncGenerator<string> {
  yield csvLine(columns)
  for (let after = ''; ;) {
    const page = await yearlyPayouts(db, { year, after, limit: pageSize })
    const profiles = await lastTaxProfiles(
      db,
      page.map(({ uid }) => uid),
      forms,
    )
    yield page.map((paid) => csvLine(rowOf(year, paid, profiles.get(paid.uid), deps))).join('')
    if (page.length < pageSize) return
    after = page.at(-1)!.uid
  }
}

function rowOf(
  year: number,
  { uid, quarters }: YearlyPayouts,
  profile: TaxProfileRow | undefined,
  { secret }: { secret: Pick<Secret, 'open'> },
): CsvCell[] {
  const total = (part: 'payouts' | 'usdCents' | 'feeUsdCents') =>
    quarters.reduce((sum, quarter) => sum + quarter[part], 0)
  return [
    year,
    uid,
    ...formCells(profile, secret),
    total('payouts'),
    total('usdCents'),
    total('feeUsdCents'),
    ...quarters.flatMap(({ payouts, usdCents, feeUsdCents }) => [payouts, usdCents, feeUsdCents]),
  ]
}

/** Empty where there is no form. */
function formCells(profile: TaxProfileRow | undefined, secret: Pick<Secret, 'open'>): CsvCell[] {
  if (!profile) return Array.from({ length: 15 }, () => null)
  const { form, legalName, address, taxResidence, taxIdKind, taxId, birthDate, birthPlace, vatId } =
    openTaxDetails(secret, profile)
  const { street, extra, postcode, city, region, country } = address
  return [
    form,
    legalName,
    street,
    extra,
    postcode,
    city,
    region,
    country,
    taxResidence,
    taxIdKind,
    taxId,
    birthDate,
    birthPlace,
    vatId,
    profile.certifiedAt,
  ]
}
