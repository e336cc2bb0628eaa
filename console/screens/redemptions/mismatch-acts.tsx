import { m } from '#console-messages'
import { settlePayoutMismatch } from '#contracts/operator-payouts.endpoints.ts'
import type { OperatedRedemption } from '#contracts/operator-redemptions.schemas.ts'
import { call } from '#console/platform/api.ts'
import { formatUsd } from '#console/ui/format.ts'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { membersOf, usdCentsOf } from './redemption-acts.tsx'

/** Saying that what a provider says against a redemption was put right: what was done stays done, so none is undone. */
export const mismatchActs: readonly RowAct<OperatedRedemption>[] = [
  {
    id: 'settle-mismatch',
    label: m.redemptions_settle(),
    permission: 'redemption.settle-mismatch',
    applies: ({ mismatch }) => mismatch !== null,
    reason: { label: m.redemptions_settle_reason(), isRequired: true },
    preview: (rows) => {
      if (rows.length > 1) return <p>{m.redemptions_settle_single()}</p>
      const said = { value: formatUsd(usdCentsOf(rows)), members: membersOf(rows) }
      return (
        <p>
          {rows[0]?.mismatch === 'paid' ? m.redemptions_settle_paid(said) : m.redemptions_settle_failed(said)}
        </p>
      )
    },
    allows: (rows) => rows.length === 1,
    run: async (rows, reason) =>
      await outcomeOfEach(rows, async ({ id }) =>
        call(settlePayoutMismatch, { params: { id }, body: { reason } }),
      ),
    said: () => m.redemptions_settle_said(),
  },
]
