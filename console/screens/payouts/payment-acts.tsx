import { m } from '#console-messages'
import { giveUpPayouts, retryPayouts } from '#contracts/operator-payout-runs.endpoints.ts'
import type { OperatedPayout } from '#contracts/operator-payout-runs.schemas.ts'
import { call } from '#console/platform/api.ts'
import { decideRows } from '#console/platform/decide-rows.ts'
import { formatUsd } from '#console/ui/format.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { dayField } from '../redemptions/payment-fields.ts'
import { sayResults } from './say-results.ts'

/** What is said of payments of a run that are on their way, and what is done with those that came back. */
export function paymentActs(runId: string): readonly RowAct<OperatedPayout>[] {
  const params = { id: runId }
  const isOnItsWay = ({ state }: OperatedPayout) => state === 'sent'
  const cameBack = ({ state }: OperatedPayout) => state === 'exception'
  return [
    {
      id: 'arrived',
      label: m.payouts_arrived(),
      hotkey: 'a',
      permission: 'payout-run.import',
      applies: isOnItsWay,
      fields: () => [dayField()],
      preview: (rows) => <p>{m.payouts_arrived_preview(saidOf(rows))}</p>,
      run: async (rows, _, { paidOn = '' }) => await sayResults(runId, rows, { status: 'paid', paidOn }),
      said: (count) => m.payouts_arrived_said({ count }),
    },
    {
      id: 'came-back',
      label: m.payouts_came_back(),
      hotkey: 'b',
      look: 'danger',
      permission: 'payout-run.import',
      applies: isOnItsWay,
      reason: { label: m.payouts_came_back_reason(), isRequired: true },
      preview: (rows) => <p>{m.payouts_came_back_preview(saidOf(rows))}</p>,
      run: async (rows, reason) => await sayResults(runId, rows, { status: 'unpaid', reason }),
      said: (count) => m.payouts_came_back_said({ count }),
    },
    {
      id: 'retry',
      label: m.payouts_retry(),
      hotkey: 't',
      permission: 'payout-run.retry',
      applies: cameBack,
      preview: (rows) => <p>{m.payouts_retry_preview(saidOf(rows))}</p>,
      run: async (rows) =>
        await decideRows(idsOf(rows), async (ids) => await call(retryPayouts, { params, body: { ids } })),
      said: (count) => m.payouts_retried({ count }),
    },
    {
      id: 'give-up',
      label: m.payouts_give_up(),
      hotkey: 'g',
      look: 'danger',
      permission: 'redemption.failed',
      // Before the next file has it, what is to be tried again is given up all the same.
      applies: ({ state }) => state === 'exception' || state === 'retry',
      reason: { label: m.payouts_give_up_reason(), isRequired: true },
      preview: (rows) => <p>{m.payouts_give_up_preview(saidOf(rows))}</p>,
      run: async (rows, reason) =>
        await decideRows(
          idsOf(rows),
          async (ids) => await call(giveUpPayouts, { params, body: { ids, reason } }),
        ),
      said: (count) => m.payouts_given_up({ count }),
    },
  ]
}

/** What payments are worth together, in cents. */
export function usdCentsOf(rows: readonly OperatedPayout[]): number {
  return rows.reduce((sum, { usdCents }) => sum + usdCents, 0)
}

const idsOf = (rows: readonly OperatedPayout[]) => rows.map(({ redemptionId }) => redemptionId)

const saidOf = (rows: readonly OperatedPayout[]) => ({
  count: rows.length,
  value: formatUsd(usdCentsOf(rows)),
})
