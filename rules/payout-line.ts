import type { DestinationDetails } from './payout-destination.ts'
import type { PayoutFormat } from './payout-run.ts'

/** Whose account SEPA transfers leave. */
export interface Payer {
  name: string
  iban: string
  bic?: string
}

/** One payment of a file. */
export interface PayoutLine {
  reference: string
  /** In the minor unit of the file's currency. */
  amountMinor: number
  to: DestinationDetails
}

/** A file of payments: the same text for the same values. */
export interface PayoutFile {
  format: PayoutFormat
  /** Of the file, at most 35 letters, digits and dashes. */
  id: string
  madeAt: Date
  currency: 'USD' | 'EUR'
  /** Of a SEPA file. */
  payer: Payer | null
  lines: PayoutLine[]
}

/** An amount in minor units as payment files have it: `1204.50`. */
export function decimal(minor: number): string {
  return `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`
}
