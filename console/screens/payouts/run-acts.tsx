import { m } from '#console-messages'
import {
  approvePayoutRun,
  closePayoutRun,
  discardPayoutRun,
  makePayoutFile,
} from '#contracts/operator-payout-runs.endpoints.ts'
import type { PayoutRunDetail } from '#contracts/operator-payout-runs.schemas.ts'
import { call } from '#console/platform/api.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { formatUsd } from '#console/ui/format.ts'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { BankPays } from './bank-pays.tsx'

/** What can be done to a run, in the order of its steps. */
export function runActs(run: PayoutRunDetail): RowAct<PayoutRunDetail>[] {
  const { id, state, total, byState } = run
  const next = inNextFile(run)
  const unfinished = run.files.find(({ payouts }) => payouts === null)
  const isAtWork = unfinished?.progress?.isAtWork ?? false
  return [
    {
      id: 'approve',
      label: m.payouts_approve(),
      permission: 'payout-run.approve',
      applies: () => state === 'draft',
      preview: () => (
        <>
          <p>
            {m.payouts_approve_preview({
              count: total.count,
              value: formatUsd(total.usdCents),
              by: run.madeBy,
            })}
          </p>
          <BankPays run={run} />
        </>
      ),
      run: async () => {
        await call(approvePayoutRun, { params: { id } })
        return oneDone(id)
      },
      said: m.payouts_approved_said,
    },
    {
      id: 'file',
      label: unfinished
        ? m.payouts_finish_file()
        : state === 'sent'
          ? m.payouts_make_next_file()
          : m.payouts_make_file(),
      permission: 'payout-run.send',
      applies: () =>
        (state === 'approved' || state === 'sent') &&
        !isAtWork &&
        (next.count > 0 || unfinished !== undefined),
      preview: () => (
        <>
          {unfinished && <p>{m.payouts_finish_file_preview({ number: unfinished.number })}</p>}
          {next.count > 0 && (
            <>
              <p>{m.payouts_make_file_preview({ count: next.count, value: formatUsd(next.usdCents) })}</p>
              <BankPays run={run} amountMinor={next.amountMinor} />
              <p>{m.payouts_make_file_left_out()}</p>
            </>
          )}
        </>
      ),
      run: async () => {
        await call(makePayoutFile, { params: { id } })
        return oneDone(id)
      },
      said: m.payouts_file_said,
    },
    {
      id: 'close',
      label: m.payouts_close(),
      permission: 'payout-run.close',
      applies: () => state === 'sent',
      preview: () => <p>{m.payouts_close_preview({ paid: formatUsd(byState.paid?.usdCents ?? 0) })}</p>,
      run: async () => {
        await call(closePayoutRun, { params: { id } })
        return oneDone(id)
      },
      said: m.payouts_closed_said,
    },
    {
      id: 'discard',
      label: m.payouts_discard(),
      look: 'danger',
      permission: 'payout-run.discard',
      applies: () => state === 'draft' || (state === 'approved' && run.files.length === 0),
      preview: () => <p>{m.payouts_discard_preview()}</p>,
      run: async () => {
        await call(discardPayoutRun, { params: { id } })
        return oneDone(id)
      },
      said: m.payouts_discarded_said,
    },
  ]
}

/** What the next file of a run would have: what was in none yet, and what is tried again. */
function inNextFile({ byState: { planned, retry } }: PayoutRunDetail) {
  return {
    count: planned.count + retry.count,
    usdCents: planned.usdCents + retry.usdCents,
    amountMinor: planned.amountMinor + retry.amountMinor,
  }
}
