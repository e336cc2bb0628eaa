import { PAYOUT_FORMATS, kindOf } from '#rules/payout-run.ts'
import type { DestinationDetails, DestinationKind } from '#rules/payout-destination.ts'

/** One payout, as a provider is asked for it. */
export interface Payout {
  /** The redemption's id: the provider pays once for it, however often it is asked. */
  idempotencyKey: string
  usdCents: number
  destination: DestinationDetails
}

/** A provider that says nothing for so long is one whose answer is not known, in milliseconds. */
export const PROVIDER_TIMEOUT_MS = 30_000

/**
 * What a provider says of a payout. `accepted`: it has it, and has not paid yet. `unknown`: it did not answer, or knows
 * nothing; such a payout is looked up and never sent again, by `reference` where it named something that may be it.
 * `failed`: it did not pay and never will. `paidOn` is the day in
 * UTC (`YYYY-MM-DD`) on which it was paid, where the provider says it.
 */
export type PayoutOutcome =
  | { state: 'paid'; reference: string; paidOn?: string | undefined }
  | { state: 'accepted'; reference: string | null }
  | { state: 'failed'; reason: string }
  | { state: 'unknown'; reference?: string }

/** A service that pays out dollars. A live provider implements this. */
export interface PayoutProvider {
  /** Kept with each redemption that it was given. */
  name: string
  /** What it can pay to. */
  kinds: readonly DestinationKind[]
  /** Whether it can be asked now, before a payout is said to be sent. Throws where it cannot. */
  prepare?(): Promise<void>
  /** Asks for a payout. Throwing is not knowing. */
  send(payout: Payout): Promise<PayoutOutcome>
  /**
   * The outcome of a requested payout; `reference` is what the provider called it when it accepted it, or named where that
   * is not known.
   */
  lookUp(idempotencyKey: string, reference: string | null): Promise<PayoutOutcome>
  /** What it has accepted is looked up as well, until it is paid or is not. */
  isFollowed?: boolean
}

/** An operator pays by hand and says so: it has everything it is given, and knows nothing by itself. */
export const manualProvider: PayoutProvider = {
  name: 'manual',
  kinds: ['paypal', 'bank', 'gift_card', 'manual'],
  send: async () => ({ state: 'accepted', reference: null }),
  lookUp: async () => ({ state: 'accepted', reference: null }),
}

/** Payouts go into a file of a payout run (module payout-runs), and operators import its results. */
export const batchFileProvider: PayoutProvider = {
  name: 'batch file',
  kinds: ['paypal', 'bank'],
  send: async () => {
    throw new Error('Payouts in a file are sent together: crels payout-run')
  },
  lookUp: async () => ({ state: 'accepted', reference: null }),
}

/**
 * Providers that an operator can have pay a single redemption: services, and by hand where no payout run pays to its kind
 * of destination.
 */
export function singleProviders(
  kind: DestinationKind,
  providers: readonly PayoutProvider[],
): readonly PayoutProvider[] {
  const isPaidByRuns = PAYOUT_FORMATS.some((format) => kindOf(format) === kind)
  return providers.filter(
    (provider) =>
      provider.kinds.includes(kind) &&
      provider !== batchFileProvider &&
      !(provider === manualProvider && isPaidByRuns),
  )
}
