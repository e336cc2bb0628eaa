/** What is taken back of a member's earnings, in crels, by the balance that has them. */
interface ReversedCrels {
  pending: number
  available: number
}

export interface CrelBalances {
  /** Crels that can be spent: what is set aside is not among them. */
  available: number
  pending: number
  /** Crels owed, as a positive number. */
  debt: number
}

/** A member's balances once earnings are taken back: of what was available, crels that were spent become a debt. */
export function balancesAfterReversal(
  { available, pending, debt }: CrelBalances,
  taken: ReversedCrels,
): CrelBalances {
  const fromAvailable = Math.min(taken.available, available)
  return {
    available: available - fromAvailable,
    pending: pending - taken.pending,
    debt: debt + taken.available - fromAvailable,
  }
}
