import { m } from '#console-messages'
import type { Review } from '#contracts/operator-review-shapes.ts'
import { formatCrels, formatNumber } from '#console/ui/format.ts'

/** What rows pay together: points where their kind pays those, else crels. */
export function paidText(rows: readonly Pick<Review, 'crels' | 'points'>[]): string {
  const sumOf = (value: (row: Pick<Review, 'crels' | 'points'>) => number) =>
    rows.reduce((sum, row) => sum + value(row), 0)
  const points = sumOf((row) => row.points)
  return points > 0
    ? m.review_points({ count: points, shown: formatNumber(points) })
    : formatCrels(sumOf(({ crels }) => crels))
}
