import type { DestinationDetails } from '#rules/payout-destination.ts'
import { samePlaceText } from '#rules/payout-destination.ts'
import type { Secret } from '#server/platform/secret.ts'

const purpose = 'payout destination'

/** Details as they are stored. */
export function sealDetails(secret: Pick<Secret, 'seal'>, details: DestinationDetails): string {
  return secret.seal(purpose, JSON.stringify(details))
}

/** Details to pay to. Throws when they were sealed under another secret. */
export function openDetails(secret: Pick<Secret, 'open'>, sealed: string): DestinationDetails {
  return JSON.parse(secret.open(purpose, sealed)) as DestinationDetails
}

/** The same for the same place, and of no use to who does not have the secret. */
export function fingerprintOf(secret: Pick<Secret, 'hash'>, details: DestinationDetails): Buffer {
  return secret.hash('payout destination fingerprint', samePlaceText(details))
}
