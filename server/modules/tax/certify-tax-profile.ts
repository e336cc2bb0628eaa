import countries from 'i18n-iso-countries/index.js'
import type { newTaxProfile, TaxState } from '#contracts/tax.schemas.ts'
import {
  isTaxFormUsable,
  plainTaxDetails,
  TAX_CERTIFICATION,
  taxFlaws,
  taxFormsOf,
  type TaxDetails,
  type TaxRegime,
} from '#rules/tax-profile.ts'
import { lockStanding } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import type * as z from 'zod/mini'
import type { TaxDeps } from './tax-deps.ts'
import { insertTaxProfile, lastTaxProfile } from './tax-queries.ts'
import { openTaxDetails, sealTaxDetails } from './tax-secret.ts'
import { taxState } from './tax-state.ts'
import { certified } from './usable-tax-profile.ts'
import { utcDate } from '#rules/utc-date.ts'

/**
 * Certifies a member's tax form: a new version, unless the last one of that form says the same by the same words and
 * still counts. Throws `validation_failed` for a form that is not asked for and for what it cannot have, `user_disabled` and
 * `user_deleted`.
 */
export async function certifyTaxProfile(
  tx: Tx,
  actor: Pick<MemberActor, 'uid'>,
  { certification, ...typed }: z.output<typeof newTaxProfile>,
  deps: TaxDeps,
): Promise<TaxState> {
  // Holds a second one of the same member.
  const { uid, party } = await lockStanding(tx, actor.uid)
  const { regime } = (await currentEconomy(tx)).tax
  const today = utcDate(await databaseNow(tx))
  const details = plainTaxDetails(typed)
  requireSound(details, { certification, regime, today })
  const { form } = details
  const last = await lastTaxProfile(tx, uid, [form])
  const isSame =
    last !== undefined &&
    last.certification === certification &&
    isTaxFormUsable(certified(last), regime, today) &&
    JSON.stringify(openTaxDetails(deps.secret, last)) === JSON.stringify(details)
  if (!isSame) {
    const id = newId('taxProfile')
    await insertTaxProfile(tx, {
      id,
      uid,
      form,
      details: sealTaxDetails(deps.secret, id, details),
      certification,
    })
  }
  return await taxState(tx, { uid, party }, deps)
}

const messages = {
  form: 'This form is not asked for here',
  certification: 'These are not the words in force',
  country: 'There is no such country',
  taxResidence: 'A W-9 is for residents of the US, a W-8BEN for all others',
  taxIdKind: 'A W-9 needs a number of the US',
  taxId: 'This cannot be such a number',
  birthDate: 'This cannot be a date of birth',
  birthPlace: 'Without a tax number the place of birth is needed',
  vatId: 'This cannot be a VAT number',
}

function requireSound(
  details: TaxDetails,
  { certification, regime, today }: { certification: string; regime: TaxRegime; today: string },
): void {
  const flaws: [path: string, message: string][] = []
  if (!taxFormsOf(regime).includes(details.form)) flaws.push(['form', messages.form])
  if (certification !== TAX_CERTIFICATION) flaws.push(['certification', messages.certification])
  if (!countries.isValid(details.address.country)) flaws.push(['address.country', messages.country])
  if (!countries.isValid(details.taxResidence)) flaws.push(['taxResidence', messages.country])
  for (const flaw of taxFlaws(details, today)) flaws.push([flaw, messages[flaw]])
  if (flaws.length === 0) return
  const issues = flaws.map(([path, message]) => ({ path: `body.${path}`, code: 'invalid_value', message }))
  throw problem('validation_failed', { members: { issues } })
}
