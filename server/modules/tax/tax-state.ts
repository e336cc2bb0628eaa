import type { TaxProfile, TaxState } from '#contracts/tax.schemas.ts'
import {
  isTaxFormUsable,
  TAX_CERTIFICATION,
  taxFormEnds,
  taxFormsOf,
  taxIdHint,
  type TaxRegime,
} from '#rules/tax-profile.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import type { Secret } from '#server/platform/secret.ts'
import type { TaxDeps } from './tax-deps.ts'
import { lastTaxProfile, type TaxProfileRow } from './tax-queries.ts'
import { openTaxDetails } from './tax-secret.ts'
import { certified } from './usable-tax-profile.ts'
import { utcDate } from '#rules/utc-date.ts'

/** What is asked of a member, and what they certified, with the last signs of its numbers. */
export async function taxState(
  db: Db,
  { uid, party }: Pick<MemberActor, 'uid' | 'party'>,
  deps: TaxDeps,
): Promise<TaxState> {
  const { tax } = await currentEconomy(db)
  const now = await databaseNow(db)
  const forms = taxFormsOf(tax.regime)
  // One of another regime is shown, too, where there is none of this.
  const row = (await lastTaxProfile(db, uid, forms)) ?? (await lastTaxProfile(db, uid))
  return {
    regime: tax.regime,
    forms: [...forms],
    year: now.getUTCFullYear(),
    yearUsdCents: await deps.yearUsdCents(db, party),
    thresholdUsdCents: tax.thresholdUsdCents,
    certification: TAX_CERTIFICATION,
    profile: row ? taxProfileView(row, { ...deps, regime: tax.regime, today: utcDate(now) }) : null,
  }
}

/** A version as screens show it. */
export function taxProfileView(
  row: TaxProfileRow,
  { secret, regime, today }: { secret: Pick<Secret, 'open'>; regime: TaxRegime; today: string },
): TaxProfile {
  const { taxId, vatId, ...details } = openTaxDetails(secret, row)
  const signed = certified(row)
  return {
    ...details,
    taxIdHint: taxIdHint(taxId),
    vatIdHint: vatId === '' ? null : taxIdHint(vatId),
    certification: row.certification,
    certifiedAt: row.certifiedAt.toISOString(),
    isUsable: isTaxFormUsable(signed, regime, today),
    endsOn: taxFormEnds(row.form, signed.certifiedOn),
  }
}
