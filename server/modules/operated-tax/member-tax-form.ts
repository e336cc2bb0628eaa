import type { MemberTaxForm, OpenedTaxForm } from '#contracts/operator-tax.schemas.ts'
import { taxFormsOf } from '#rules/tax-profile.ts'
import { findMember, requirePresent } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { operate, type OperatorActor } from '#server/modules/operators/public.ts'
import { yearUsdCents } from '#server/modules/redemptions/public.ts'
import {
  lastTaxProfile,
  openTaxDetails,
  taxProfileView,
  type TaxProfileRow,
} from '#server/modules/tax/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Secret } from '#server/platform/secret.ts'
import { utcDate } from '#rules/utc-date.ts'

/** Whether a member has a tax form, with the last signs of its number. Throws `not_found`. */
export async function memberTaxForm(
  db: Db,
  { uid }: { uid: string },
  { secret }: { secret: Pick<Secret, 'open'> },
): Promise<MemberTaxForm> {
  const { party } = requirePresent(await findMember(db, uid))
  const { tax } = await currentEconomy(db)
  const [row, year, now] = [await shownForm(db, uid), await yearUsdCents(db, party), await databaseNow(db)]
  const today = utcDate(now)
  const shown = row && taxProfileView(row, { secret, regime: tax.regime, today })
  return {
    regime: tax.regime,
    yearUsdCents: year,
    thresholdUsdCents: tax.thresholdUsdCents,
    form: shown
      ? {
          form: shown.form,
          taxIdHint: shown.taxIdHint,
          certifiedAt: shown.certifiedAt,
          isUsable: shown.isUsable,
          endsOn: shown.endsOn,
        }
      : null,
  }
}

/** A member's tax form in full; why is in the log, sealed by the member's key. Throws `not_found` where there is none. */
export async function openMemberTaxForm(
  tx: Tx,
  actor: OperatorActor,
  { uid, reason }: { uid: string; reason: string },
  { secret }: { secret: Pick<Secret, 'open' | 'seal'> },
): Promise<OpenedTaxForm> {
  requirePresent(await findMember(tx, uid))
  const row = await shownForm(tx, uid)
  if (!row) throw problem('not_found', { detail: 'This member has no tax form.' })
  await operate(tx, actor, { action: 'tax.open', member: { uid, personal: { reason }, secret } })
  const { certification, certifiedAt } = row
  return { ...openTaxDetails(secret, row), certification, certifiedAt: certifiedAt.toISOString() }
}

/** The last one of the regime in force, or the last one there is. */
async function shownForm(db: Db, uid: string): Promise<TaxProfileRow | undefined> {
  const { tax } = await currentEconomy(db)
  return (await lastTaxProfile(db, uid, taxFormsOf(tax.regime))) ?? (await lastTaxProfile(db, uid))
}
