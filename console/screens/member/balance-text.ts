import { m } from '#console-messages'
import type { AdjustedAsset, AdjustedBalances } from '#rules/adjustment.ts'
import { formatCrels, formatNumber } from '#console/ui/format.ts'

/** How much of an asset a member has. */
export function balanceText(
  { available, points }: Pick<AdjustedBalances, 'available' | 'points'>,
  asset: AdjustedAsset,
): string {
  return asset === 'crels' ? formatCrels(available) : m.member_reward_points({ points: formatNumber(points) })
}

/** What an adjustment makes of a debt; null where it is the same. */
export function debtText(before: AdjustedBalances, after: AdjustedBalances): string | null {
  return after.debt === before.debt
    ? null
    : m.member_adjust_debt_value({ before: formatCrels(before.debt), after: formatCrels(after.debt) })
}
