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
    fields: ([row, ...others]) =>
      row?.mismatch === 'twice' && others.length === 0
        ? [
            {
              kind: 'choice',
              name: 'outcome',
              label: m.redemptions_settle_outcome(),
              options: [
                { value: 'came_back', label: m.redemptions_settle_came_back() },
                { value: 'kept', label: m.redemptions_settle_kept() },
              ],
            },
          ]
        : [],
    reason: { label: m.redemptions_settle_reason(), isRequired: true },
    preview: (rows, { outcome }) => {
      if (rows.length > 1) return <p>{m.redemptions_settle_single()}</p>
      const said = { value: formatUsd(usdCentsOf(rows)), members: membersOf(rows) }
      const { mismatch, mismatchAttempt, state } = rows[0]!
      if (mismatch === 'twice')
        return (
          <p>
            {outcome === 'kept'
              ? m.redemptions_settle_twice_kept(said)
              : m.redemptions_settle_twice_came_back(said)}
          </p>
        )
      if (mismatch !== 'paid') return <p>{m.redemptions_settle_failed(said)}</p>
      if (state === 'returned') return <p>{m.redemptions_settle_paid_returned(said)}</p>
      return (
        <p>
          {mismatchAttempt === null
            ? m.redemptions_settle_paid(said)
            : m.redemptions_settle_paid_attempt({ ...said, attempt: mismatchAttempt })}
        </p>
      )
    },
    allows: (rows) => rows.length === 1,
    run: async (rows, reason, { outcome }) =>
      await outcomeOfEach(rows, async ({ id, mismatch, mismatchAttempt }) =>
        call(settlePayoutMismatch, {
          params: { id },
          body: {
            reason,
            ...(mismatch === 'twice' && { outcome: outcome as 'came_back' | 'kept' }),
            // The attempt that was on screen: where it is settled meanwhile, the next one is not settled unseen.
            ...(mismatchAttempt !== null && { attempt: mismatchAttempt }),
          },
        }),
      ),
    said: () => m.redemptions_settle_said(),
  },
]
