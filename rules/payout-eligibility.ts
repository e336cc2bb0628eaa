import { latestBirthday } from './minimum-age.ts'

/** Which country of a person's is one where nothing is paid, the one that refuses most of their payouts first. */
export const BLOCKED_BY = ['residence', 'tax_form', 'bank'] as const
export type BlockedBy = (typeof BLOCKED_BY)[number]

/** Why a person is paid no dollars, whatever their balance. */
export type PayoutRefusal = { code: 'too_young' } | { code: 'country_blocked'; blockedBy: BlockedBy }

/** What the operator's law asks of who is paid (economy, redemption). */
export interface PayoutTerms {
  minimumAge: number
  blockedCountries: readonly string[]
}

/** Where the tax form of a person says that they reside and live, and where the bank account is that would be paid. */
export type PaperCountries = Record<Exclude<BlockedBy, 'residence'>, readonly string[]>

/** Who is to be paid, as they and their papers say; countries by their two letters. */
interface Payee {
  birthday: string | null
  countryOfResidence: string | null
  onPaper?: PaperCountries
}

/**
 * Why a person is not paid on `today` (`YYYY-MM-DD`); null where nothing is against it. Who has said neither birthday nor
 * country is refused as an incomplete profile, not here.
 */
export function payoutRefusal(
  { birthday, countryOfResidence, onPaper = { tax_form: [], bank: [] } }: Payee,
  today: string,
  { minimumAge, blockedCountries }: PayoutTerms,
): PayoutRefusal | null {
  const countries = { residence: countryOfResidence === null ? [] : [countryOfResidence], ...onPaper }
  const blockedBy = BLOCKED_BY.find((by) => countries[by].some((one) => blockedCountries.includes(one)))
  if (blockedBy) return { code: 'country_blocked', blockedBy }
  if (birthday !== null && birthday > latestBirthday(today, minimumAge)) return { code: 'too_young' }
  return null
}
