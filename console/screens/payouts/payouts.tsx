import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { listPayoutRuns } from '#contracts/operator-payout-runs.endpoints.ts'
import type { PayoutRun } from '#contracts/operator-payout-runs.schemas.ts'
import { PAYOUT_RUN_STATES } from '#rules/payout-run.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { useQueue } from '#console/platform/use-queue.tsx'
import { formatAge, formatDateTime, formatNumber, formatUsd } from '#console/ui/format.ts'
import { Pill } from '#console/ui/pill.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { TableColumn, TableFilter, TableSource } from '#console/ui/table/table-source.ts'
import { NewRunDialog } from './new-run-dialog.tsx'
import { formatNames, runStateNames } from './payout-words.ts'
import { TaxYears } from './tax-years.tsx'

/** Payout runs, the newest first. */
export default function Payouts() {
  const [isOpen, dialog] = useDisclosure(false)
  const may = useMay()
  const { summary } = useQueue('payouts', {
    waiting: ({ count, usdCents }) => m.payouts_waiting({ count, value: formatUsd(usdCents ?? 0) }),
    none: m.payouts_none_waiting(),
  })
  return (
    <>
      <ScreenHead title={m.shell_payouts()} summary={summary}>
        {may('payout-run.draft') && <Button onClick={dialog.open}>{m.payouts_new()}</Button>}
      </ScreenHead>
      <DataTable
        label={m.shell_payouts()}
        source={source}
        columns={columns}
        filters={filters}
        idOf={({ id }) => id}
        nameOf={({ id }) => id}
        hrefOf={({ id }) => `/${consoleRoutes.payouts}/${id}`}
        empty={m.payouts_empty()}
      />
      <TaxYears />
      <NewRunDialog isOpen={isOpen} onClose={dialog.close} />
    </>
  )
}

const source: TableSource<PayoutRun> = {
  key: 'payout-runs',
  page: async ({ filters, cursor, limit, signal }) =>
    await call(listPayoutRuns, { query: { ...filters, cursor, limit }, signal }),
}

const columns: TableColumn<PayoutRun>[] = [
  {
    id: 'made',
    header: m.payouts_made_at(),
    cell: ({ madeAt }) => <b>{formatDateTime(madeAt)}</b>,
    csv: ({ madeAt }) => madeAt,
  },
  {
    id: 'format',
    header: m.payouts_format(),
    cell: ({ format }) => formatNames[format](),
    csv: ({ format }) => format,
  },
  {
    id: 'state',
    header: m.payouts_state(),
    cell: ({ state, stateAt }) => (
      <Pill tone={state === 'closed' ? 'good' : state === 'discarded' ? 'plain' : 'warn'}>
        {runStateNames[state]()} · {formatAge(stateAt)}
      </Pill>
    ),
    csv: ({ state }) => state,
  },
  {
    id: 'payments',
    header: m.payouts_payments(),
    align: 'end',
    cell: ({ total }) => formatNumber(total.count),
    csv: ({ total }) => total.count,
  },
  {
    id: 'total',
    header: m.payouts_total(),
    align: 'end',
    cell: ({ total }) => <b>{formatUsd(total.usdCents)}</b>,
    csv: ({ total }) => total.usdCents / 100,
  },
  {
    id: 'madeBy',
    header: m.payouts_made_by(),
    cell: ({ madeBy }) => madeBy,
    csv: ({ madeBy }) => madeBy,
  },
  {
    id: 'approvedBy',
    header: m.payouts_approved_by(),
    cell: ({ approvedBy }) => approvedBy,
    csv: ({ approvedBy }) => approvedBy,
  },
  {
    id: 'closedBy',
    header: m.payouts_closed_by(),
    cell: ({ closedBy }) => closedBy,
    csv: ({ closedBy }) => closedBy,
    isExtra: true,
  },
  {
    id: 'id',
    header: m.payouts_run(),
    cell: ({ id }) => <code>{id}</code>,
    csv: ({ id }) => id,
    isExtra: true,
  },
]

const filters: TableFilter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: m.payouts_state(),
    options: [
      { value: 'open', label: m.payouts_under_way() },
      ...PAYOUT_RUN_STATES.map((state) => ({ value: state, label: runStateNames[state]() })),
    ],
  },
]
