import type { TaxDetails } from '#rules/tax-profile.ts'
import type { SealedColumn } from '#server/platform/sealed-columns.ts'
import type { Secret } from '#server/platform/secret.ts'

const purpose = 'tax profile'
const contextOf = (id: string) => `tax-profile:${id}`

/** Where they are kept, for a rotation of SECRET. */
export const sealedTaxProfiles: SealedColumn[] = [
  { table: 'public.tax_profile', idColumn: 'id', column: 'details', purpose, contextOf },
]

/** Details as they are stored. */
export function sealTaxDetails(secret: Pick<Secret, 'seal'>, id: string, details: TaxDetails): string {
  return secret.seal(purpose, contextOf(id), JSON.stringify(details))
}

/** What a member certified. Throws when it was sealed by a key that is gone, or is another version's. */
export function openTaxDetails(
  secret: Pick<Secret, 'open'>,
  { id, details }: { id: string; details: string },
): TaxDetails {
  return JSON.parse(secret.open(purpose, contextOf(id), details)) as TaxDetails
}
