import type { DestinationDetails } from '#rules/payout-destination.ts'
import { inOneMailbox, samePlaceText } from '#rules/payout-destination.ts'
import type { SealedColumn } from '#server/platform/sealed-columns.ts'
import type { Secret } from '#server/platform/secret.ts'

const purpose = 'payout destination'
const contextOf = (id: string) => `destination:${id}`

/** Where they are kept, for a rotation of SECRET. */
export const sealedDestinations: SealedColumn[] = [
  { table: 'public.payout_destination', idColumn: 'id', column: 'details', purpose, contextOf },
]

/** A destination's details as they are stored. */
export function sealDetails(secret: Pick<Secret, 'seal'>, id: string, details: DestinationDetails): string {
  return secret.seal(purpose, contextOf(id), JSON.stringify(details))
}

/** Details to pay to. Throws when they were sealed by a key that is gone, or are another destination's. */
export function openDetails(
  secret: Pick<Secret, 'open'>,
  { id, details }: { id: string; details: string },
): DestinationDetails {
  return JSON.parse(secret.open(purpose, contextOf(id), details)) as DestinationDetails
}

/** The same for the same place, and of no use to who does not have the secret. */
export function fingerprintOf(secret: Pick<Secret, 'hash'>, details: DestinationDetails): Buffer {
  return secret.hash('payout destination fingerprint', samePlaceText(details))
}

/** The fingerprint of the mailbox that a destination's address leads to; null where it is no address. */
export function mailboxFingerprintOf(
  secret: Pick<Secret, 'hash'>,
  details: DestinationDetails,
): Buffer | null {
  const mailbox = inOneMailbox(details)
  return mailbox ? fingerprintOf(secret, mailbox) : null
}
