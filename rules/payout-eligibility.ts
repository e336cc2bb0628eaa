import { latestBirthday } from './minimum-age.ts'

/** Why a person is paid no dollars, whatever their balance. */
export type PayoutRefusal = 'too_young' | 'country_blocked'

/** What the operator's law asks of who is paid (economy, redemption). */
export interface PayoutTerms {
  minimumAge: number
  blockedCountries: readonly string[]
}

/** Who is to be paid, as they and their papers say; countries by their two letters. */
interface Payee {
  birthday: string | null
  countryOfResidence: string | null
  /** Where their tax form says that they reside, and where the bank account is. */
  others?: readonly string[]
}

/**
 * Why a person is not paid on `today` (`YYYY-MM-DD`); null where nothing is against it. Who has said neither birthday nor
 * country is refused as an incomplete profile, not here.
 */
export function payoutRefusal(
  { birthday, countryOfResidence, others = [] }: Payee,
  today: string,
  { minimumAge, blockedCountries }: PayoutTerms,
): PayoutRefusal | null {
  if ([countryOfResidence, ...others].some((one) => one !== null && blockedCountries.includes(one)))
    return 'country_blocked'
  if (birthday !== null && birthday > latestBirthday(today, minimumAge)) return 'too_young'
  return null
}
