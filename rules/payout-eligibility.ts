import { latestBirthday } from './minimum-age.ts'

/** Why a person is paid no dollars, whatever their balance. */
export type PayoutRefusal = 'too_young' | 'country_blocked'

/** What the operator's law asks of who is paid (economy, redemption). */
export interface PayoutTerms {
  minimumAge: number
  blockedCountries: readonly string[]
}

/**
 * Why a person is not paid on `today` (`YYYY-MM-DD`); null where nothing is against it. Who has said neither birthday nor
 * country is refused as an incomplete profile, not here.
 */
export function payoutRefusal(
  { birthday, countryOfResidence }: { birthday: string | null; countryOfResidence: string | null },
  today: string,
  { minimumAge, blockedCountries }: PayoutTerms,
): PayoutRefusal | null {
  if (countryOfResidence !== null && blockedCountries.includes(countryOfResidence)) return 'country_blocked'
  if (birthday !== null && birthday > latestBirthday(today, minimumAge)) return 'too_young'
  return null
}
