import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { m } from '#console-messages'
import { getPayoutRun } from '#contracts/operator-payout-runs.endpoints.ts'
import type { PayoutRunDetail } from '#contracts/operator-payout-runs.schemas.ts'
import { call } from '#console/platform/api.ts'
import { ActButton } from '#console/ui/act-button.tsx'
import { Card } from '#console/ui/card.tsx'
import { formatDateTime, formatUsd } from '#console/ui/format.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { Stat, Stats } from '#console/ui/stat.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { BankPays } from './bank-pays.tsx'
import { formatNames, payerNames, paymentStateNames, runStateNames } from './payout-words.ts'
import { Payments } from './payments.tsx'
import { PayoutFiles } from './payout-files.tsx'
import { PayoutImports } from './payout-imports.tsx'
import { runActs } from './run-acts.tsx'
import styles from './payout.module.css'

/** One payout run: how far it is, its files and results, and its payments. */
export default function Payout() {
  const { id } = useParams() as { id: string }
  const run = useQuery({
    queryKey: ['payout-run', id],
    queryFn: async ({ signal }) => await call(getPayoutRun, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isWorkedOn(state.data) ? 1_000 : false),
  })
  // Files and results are worked on behind the answer: the payments below are read again once they are there.
  const client = useQueryClient()
  const settled =
    (run.data?.imports.filter(({ finishedAt }) => finishedAt !== null).length ?? 0) +
    (run.data?.files.filter(({ payouts }) => payouts !== null).length ?? 0)
  useEffect(() => {
    if (settled > 0) void client.invalidateQueries({ queryKey: ['rows', `payouts-${id}`] })
  }, [client, id, settled])
  if (run.isPending) return <LoadingState />
  if (run.isError) return <FailureState error={run.error} onRetry={() => void run.refetch()} />
  return <Run run={run.data} />
}

/** Whether a file is being made or results are worked on. */
function isWorkedOn({ files, imports }: PayoutRunDetail): boolean {
  return (
    files.some(({ progress }) => progress?.isAtWork) || imports.some(({ finishedAt }) => finishedAt === null)
  )
}

function Run({ run }: { run: PayoutRunDetail }) {
  return (
    <>
      <ScreenHead
        title={`${formatNames[run.format]()}, ${formatDateTime(run.madeAt)}`}
        summary={m.payouts_summary({
          state: runStateNames[run.state](),
          count: run.total.count,
          value: formatUsd(run.total.usdCents),
        })}
      >
        {runActs(run).map((act) => (
          <ActButton key={act.id} act={act} row={run} idOf={({ id }) => id} nameOf={({ id }) => id} />
        ))}
      </ScreenHead>
      <Steps run={run} />
      <NextStep run={run} />
      <div className={styles.parts}>
        {run.usdPerEuro !== null && (
          <Card heading={m.payouts_bank_pays()}>
            <BankPays run={run} />
          </Card>
        )}
        <PayoutFiles run={run} />
        <PayoutImports run={run} />
      </div>
      <Payments runId={run.id} isInEuros={run.usdPerEuro !== null} />
    </>
  )
}

/** What is to be done with it now, and by whom. */
function NextStep({ run }: { run: PayoutRunDetail }) {
  const next = nextOf(run)
  return (
    next !== null && (
      <p className={styles.next} role="status">
        <b>{m.payouts_next()}</b> {next}
      </p>
    )
  )
}

function nextOf({ state, madeBy, format, byState, approval, files }: PayoutRunDetail): string | null {
  if (approval) return draftText(madeBy, approval)
  if (state === 'approved') return m.payouts_next_approved()
  if (state !== 'sent') return null
  const unfinished = files.find(({ payouts }) => payouts === null)
  if (unfinished)
    return unfinished.progress?.isAtWork
      ? m.payouts_next_file()
      : m.payouts_finish_file_preview({ number: unfinished.number })
  if (byState.exception.count > 0) return m.payouts_next_exceptions()
  if (byState.sent.count > 0) return m.payouts_next_sent({ where: payerNames[format]() })
  return byState.retry.count > 0 ? null : m.payouts_next_settled()
}

/** Who approves a draft, and who does not though they are another operator. */
function draftText(by: string, { paid, ownFrom }: NonNullable<PayoutRunDetail['approval']>): string {
  return [
    ...(paid.length > 0 ? [m.payouts_paid({ names: paid.join(', ') })] : []),
    ownFrom === null
      ? m.payouts_next_draft({ by })
      : m.payouts_next_draft_own({ by, time: formatDateTime(ownFrom) }),
  ].join(' ')
}

function Steps({ run }: { run: PayoutRunDetail }) {
  const by = (who: string | null, at: string | null) =>
    who && at ? m.payouts_by_at({ by: who, time: formatDateTime(at) }) : undefined
  return (
    <Stats>
      <Stat
        label={m.payouts_state_draft()}
        value={formatUsd(run.total.usdCents)}
        detail={by(run.madeBy, run.madeAt)}
      />
      <Stat
        label={m.payouts_state_approved()}
        value={run.approvedAt ? m.common_yes() : m.common_no()}
        detail={by(run.approvedBy, run.approvedAt)}
      />
      {(['sent', 'exception', 'paid'] as const).map((state) => {
        const { count, usdCents } = run.byState[state]
        return (
          <Stat
            key={state}
            label={paymentStateNames[state]()}
            value={count}
            detail={formatUsd(usdCents)}
            isBad={state === 'exception' && count > 0}
          />
        )
      })}
      <Stat
        label={m.payouts_state_closed()}
        value={run.ledgerUsdCents === null ? m.common_no() : formatUsd(run.ledgerUsdCents)}
        detail={by(run.closedBy, run.closedAt)}
      />
    </Stats>
  )
}
