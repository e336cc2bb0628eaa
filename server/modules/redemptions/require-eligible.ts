import { bankCountry } from '#rules/payout-destination.ts'
import { payoutRefusal } from '#rules/payout-eligibility.ts'
import type { TaxRegime } from '#rules/tax-profile.ts'
import { utcDate } from '#rules/utc-date.ts'
import type { Member } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { lastTaxProfile, openTaxDetails } from '#server/modules/tax/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { findDestination } from './destination-queries.ts'
import { openDetails } from './destination-secret.ts'
import type { RedemptionDeps } from './redemption-deps.ts'

/**
 * Throws `too_young` and `country_blocked` for who may be paid no dollars, by the settings of today, and
 * `profile_incomplete` for who took back what says so since they asked: a member can empty their country at any time. A
 * blocked country is one where they live, by their profile or tax form, or where the bank account is that would be paid.
 */
export async function requireEligible(
  tx: Tx,
  member: Pick<Member, 'uid' | 'birthday' | 'countryOfResidence'>,
  destinationId: string | null,
  deps: Pick<RedemptionDeps, 'secret'>,
): Promise<void> {
  if (!member.birthday || !member.countryOfResidence) throw problem('profile_incomplete')
  const { redemption, tax } = await currentEconomy(tx)
  const today = utcDate(await databaseNow(tx))
  const others = await countriesOnPaper(tx, { uid: member.uid, destinationId, ...tax }, deps)
  const refusal = payoutRefusal({ ...member, others }, today, redemption)
  if (refusal === 'too_young') throw problem(refusal, { members: { minimumAge: redemption.minimumAge } })
  if (refusal) throw problem(refusal)
}

/**
 * Where a member's last tax form says that they reside and live, while forms are asked for, and the country of a bank
 * account of theirs.
 */
export async function countriesOnPaper(
  db: Db,
  { uid, destinationId, regime }: { uid: string; destinationId: string | null; regime: TaxRegime },
  { secret }: Pick<RedemptionDeps, 'secret'>,
): Promise<string[]> {
  // Where none is asked for, an old one cannot be replaced by who has moved.
  const form = regime === 'off' ? undefined : await lastTaxProfile(db, uid)
  const details = form && openTaxDetails(secret, form)
  const destination = destinationId === null ? undefined : await findDestination(db, uid, destinationId)
  return [
    details?.taxResidence,
    details?.address.country,
    destination && bankCountry(openDetails(secret, destination)),
  ].filter((country) => country !== undefined)
}
