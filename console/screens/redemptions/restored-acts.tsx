import { m } from '#console-messages'
import { continueRestoredRedemptions, payRestoredRedemption } from '#contracts/operator-payouts.endpoints.ts'
import type { OperatedRedemption } from '#contracts/operator-redemptions.schemas.ts'
import { call } from '#console/platform/api.ts'
import { decideRows } from '#console/platform/decide-rows.ts'
import { formatUsd } from '#console/ui/format.ts'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { paymentFields, paymentOf } from './payment-fields.ts'
import { idsOf, membersOf, usdCentsOf } from './redemption-acts.tsx'

const waits = ({ waitsForLook }: OperatedRedemption) => waitsForLook

/**
 * Saying of redemptions that were open in a restored backup whether they were paid since. What was found at the provider
 * is a fact, and money may move by it: neither is undone.
 */
export const restoredActs: readonly RowAct<OperatedRedemption>[] = [
  {
    id: 'restored-paid',
    label: m.redemptions_restored_paid(),
    permission: 'restore.payout',
    applies: waits,
    fields: paymentFields,
    preview: (rows) => (
      <p>
        {rows.length === 1
          ? m.redemptions_restored_paid_preview({
              value: formatUsd(usdCentsOf(rows)),
              members: membersOf(rows),
            })
          : m.redemptions_paid_single()}
      </p>
    ),
    allows: (rows) => rows.length === 1,
    run: async (rows, _, values) =>
      await outcomeOfEach(rows, async ({ id }) =>
        call(payRestoredRedemption, { params: { id }, body: paymentOf(values) }),
      ),
    said: (count) => m.redemptions_restored_paid_said({ count }),
  },
  {
    id: 'restored-unpaid',
    label: m.redemptions_restored_unpaid(),
    look: 'danger',
    permission: 'restore.payout',
    applies: waits,
    preview: (rows) => (
      <p>
        {m.redemptions_restored_unpaid_preview({
          count: rows.length,
          value: formatUsd(usdCentsOf(rows)),
          members: membersOf(rows),
        })}
      </p>
    ),
    run: async (rows) =>
      await decideRows(
        idsOf(rows),
        async (ids) => await call(continueRestoredRedemptions, { body: { ids } }),
      ),
    said: (count) => m.redemptions_restored_unpaid_said({ count }),
  },
]

/** The same act for redemptions that do not wait for such a look: the server refuses every step of those that do. */
export function onceLookedAt(act: RowAct<OperatedRedemption>): RowAct<OperatedRedemption> {
  return { ...act, applies: (row) => !waits(row) && (act.applies?.(row) ?? true) }
}
