/** What waits for an operator, in the order of the console. */
export const OPERATOR_QUEUES = [
  'applications',
  'conversions',
  'clicks',
  'shares',
  'invitations',
  'claims',
  'redemptions',
  // Approved, and in no payout run yet.
  'payouts',
  // Sent by themselves, and a person says what became of them: paid by hand, or never known to have arrived at a provider.
  'sending',
  // A provider says otherwise than what was written down: taken back after it was paid, paid after it failed, or paid twice.
  'payout-mismatches',
  // Open in a restored backup: each may have been paid since.
  'restored-payouts',
  // Items with codes that were unsold in a restored backup: each code may have been given out since.
  'restored-codes',
  // Payout runs that wait for their approval, their file or their results.
  'payout-runs',
  // Months that are over, whose ranking is reviewed before its prizes are paid.
  'seasons',
  'orders',
  'support',
  // Support requests whose topic is abuse.
  'abuse',
  // Deletions of accounts that do not come to their end by themselves.
  'deletions',
  // Acts that wait for a second person.
  'pending-acts',
] as const
export type OperatorQueue = (typeof OPERATOR_QUEUES)[number]

/** The queues of redemptions, each as the list of redemptions that it counts. */
export const REDEMPTION_QUEUES = {
  redemptions: { state: 'requested' },
  payouts: { state: 'approved', run: 'none' },
  sending: { state: 'stuck' },
  'payout-mismatches': { state: 'mismatched' },
  'restored-payouts': { state: 'restored' },
} as const satisfies Partial<Record<OperatorQueue, { state: string; run?: 'none' }>>

/** What operators can pause, each by a switch of its own. */
export const PAUSABLE_FEATURES = ['exchange', 'redemption', 'payout', 'sign-up', 'link-creation'] as const
