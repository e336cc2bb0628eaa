import type { DestinationDetails, DestinationKind } from './payout-destination.ts'
import { isSepaName } from './sepa-text.ts'

/**
 * The states of a payout run: a set of redemptions that are paid with one file. Source: docs/operating.md, Payout runs.
 */
export const PAYOUT_RUN_STATES = ['draft', 'approved', 'sent', 'closed', 'discarded'] as const
export type PayoutRunState = (typeof PAYOUT_RUN_STATES)[number]

/** The states in which a run waits for its approval, its file or its results. */
export const OPEN_RUN_STATES = ['draft', 'approved', 'sent'] as const satisfies PayoutRunState[]

/** What runs are listed by: a state, or `open`, the runs under way. */
export const PAYOUT_RUN_FILTERS = [...PAYOUT_RUN_STATES, 'open'] as const
export type PayoutRunFilter = (typeof PAYOUT_RUN_FILTERS)[number]

/** How a run is paid: a file for PayPal, for a bank by its own columns, for a bank as SEPA transfers, or for Wise. */
export const PAYOUT_FORMATS = ['paypal', 'bank', 'sepa', 'wise'] as const
export type PayoutFormat = (typeof PAYOUT_FORMATS)[number]

/**
 * A redemption in a run: `planned` until the file is made, `left_out` of it where it was refused then, `sent` with it.
 * What comes back unpaid is an `exception`, which goes into the next file (`retry`) or is given up (`failed`); what
 * comes back after it was paid is `returned`.
 */
export const PAYOUT_STATES = [
  'planned',
  'left_out',
  'sent',
  'exception',
  'retry',
  'paid',
  'failed',
  'returned',
] as const
export type PayoutState = (typeof PAYOUT_STATES)[number]

export type PayoutRunAction = 'approve' | 'discard' | 'send' | 'import' | 'close'

const moves: Record<PayoutRunState, { readonly [action in PayoutRunAction]?: PayoutRunState }> = {
  draft: { approve: 'approved', discard: 'discarded' },
  approved: { send: 'sent', discard: 'discarded' },
  // A further file has the exceptions that are tried again.
  sent: { send: 'sent', import: 'sent', close: 'closed' },
  // Days or weeks later a bank returns what it paid.
  closed: { import: 'closed' },
  discarded: {},
}

/** The state of a run after an action, undefined where it is not possible. */
export function payoutRunStateAfter(
  state: PayoutRunState,
  action: PayoutRunAction,
): PayoutRunState | undefined {
  return moves[state][action]
}

/** Whether nothing more happens to a redemption in its run: a run of such alone can be closed. */
export function isSettled(state: PayoutState): boolean {
  return state === 'paid' || state === 'failed' || state === 'returned' || state === 'left_out'
}

/**
 * Hours that a run, or a redemption that is paid by itself, waits where only who made or approved it could go on with
 * it.
 */
export const OWN_APPROVAL_HOURS = 24

/** Where a format pays to. */
export function kindOf(format: PayoutFormat): DestinationKind {
  return format === 'paypal' ? 'paypal' : 'bank'
}

/** Countries whose accounts take SEPA credit transfers in euros, by the first letters of their IBANs. */
const sepaCountries = new Set(
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  ),
)

/** Why a file of a format pays to no destination of a kind; undefined where it does. */
export function otherKind(format: PayoutFormat, kind: DestinationKind): string | undefined {
  return kind === kindOf(format) ? undefined : `A ${format} file does not pay to ${kind}.`
}

/** Why a destination cannot be paid by a file of a format; undefined where it can. */
export function misfit(format: PayoutFormat, to: DestinationDetails): string | undefined {
  const other = otherKind(format, to.kind)
  if (other !== undefined) return other
  if (to.kind !== 'bank' || format === 'bank') return undefined
  const inSepa = 'iban' in to && sepaCountries.has(to.iban.slice(0, 2))
  if (format === 'sepa' && inSepa && !isSepaName(to.holder))
    return 'The name of the account has no Latin letter: a bank would read dots.'
  if (inSepa || (format === 'wise' && !('iban' in to))) return undefined
  return 'iban' in to
    ? `Accounts in ${to.iban.slice(0, 2)} take no SEPA transfers.`
    : 'SEPA transfers go to an IBAN.'
}
