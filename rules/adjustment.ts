/** What an adjustment moves. */
export const ADJUSTED_ASSETS = ['crels', 'points'] as const
export type AdjustedAsset = (typeof ADJUSTED_ASSETS)[number]

/** The most crels or points that one adjustment gives or takes. */
export const ADJUSTMENT_MAX = 100_000

/** What an operator adds to a member's balance, or with a minus takes from it, in whole crels or points. */
export interface Adjustment {
  asset: AdjustedAsset
  amount: number
}

export interface AdjustedBalances {
  /** Crels that can be spent: what is set aside is not among them. */
  available: number
  /** Crels owed, as a positive number. */
  debt: number
  points: number
}

/**
 * A member's balances after an adjustment: crels fill a debt first, and no more is taken than is there. Null where an
 * adjustment takes more, moves nothing, or more than `ADJUSTMENT_MAX`.
 */
export function balancesAfter(
  { available, debt, points }: AdjustedBalances,
  { asset, amount }: Adjustment,
): AdjustedBalances | null {
  if (!Number.isSafeInteger(amount) || amount === 0 || Math.abs(amount) > ADJUSTMENT_MAX) return null
  if (asset === 'points') return points + amount < 0 ? null : { available, debt, points: points + amount }
  if (available + amount < 0) return null
  const toDebt = Math.min(Math.max(amount, 0), debt)
  return { available: available + amount - toDebt, debt: debt - toDebt, points }
}
