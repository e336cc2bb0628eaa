import { m } from '#console-messages'
import type { MemberStanding } from '#contracts/operator-review-shapes.ts'
import { formatCrels, formatNumber } from '#console/ui/format.ts'

/** How a member stands, as facts. */
export function standingFacts({
  accepted,
  rejected,
  accountAgeDays,
  debtCrels,
}: MemberStanding): (readonly [string, string | null])[] {
  return [
    [
      m.review_before(),
      m.review_before_value({ accepted: formatNumber(accepted), rejected: formatNumber(rejected) }),
    ],
    [
      m.review_account(),
      accountAgeDays === null ? null : m.review_account_value({ days: formatNumber(accountAgeDays) }),
    ],
    [m.review_debt(), debtCrels > 0 ? formatCrels(debtCrels) : null],
  ]
}
