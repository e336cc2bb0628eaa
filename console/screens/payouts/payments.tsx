import { useMemo } from 'react'
import { m } from '#console-messages'
import { listPayouts } from '#contracts/operator-payout-runs.endpoints.ts'
import type { OperatedPayout } from '#contracts/operator-payout-runs.schemas.ts'
import { PAYOUT_STATES } from '#rules/payout-run.ts'
import { call } from '#console/platform/api.ts'
import { formatNumber, formatUsd } from '#console/ui/format.ts'
import { Pill } from '#console/ui/pill.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { TableColumn, TableFilter, TableSource } from '#console/ui/table/table-source.ts'
import { memberName } from '../redemptions/redemption-words.ts'
import { formatEuros } from './bank-pays.tsx'
import { paymentActs, usdCentsOf } from './payment-acts.tsx'
import { paymentStateNames } from './payout-words.ts'
import styles from './payout.module.css'

/** The payments of a run, and what is said of them or done with them. */
export function Payments({ runId, isInEuros }: { runId: string; isInEuros: boolean }) {
  const source = useMemo(
    (): TableSource<OperatedPayout> => ({
      key: `payouts-${runId}`,
      page: async ({ filters, cursor, limit, signal }) =>
        await call(listPayouts, { params: { id: runId }, query: { ...filters, cursor, limit }, signal }),
    }),
    [runId],
  )
  const acts = useMemo(() => paymentActs(runId), [runId])
  const fileOf = useMemo(() => ({ run: runId }), [runId])
  return (
    <DataTable
      label={m.payouts_list()}
      source={source}
      columns={isInEuros ? columnsInEuros : columns}
      filters={filters}
      fileByJob="payments"
      fileOf={fileOf}
      acts={acts}
      idOf={({ redemptionId }) => redemptionId}
      nameOf={({ member, usdCents }) => `${memberName(member)}, ${formatUsd(usdCents)}`}
      sumOf={(rows) => formatUsd(usdCentsOf(rows))}
      empty={m.payouts_payment_empty()}
    />
  )
}

const columns: TableColumn<OperatedPayout>[] = [
  {
    id: 'member',
    header: m.payouts_member(),
    cell: ({ member }) => (
      <b>
        <bdi>{memberName(member)}</bdi>
      </b>
    ),
    csv: ({ member }) => member?.name ?? null,
  },
  {
    id: 'destination',
    header: m.payouts_destination(),
    cell: ({ destinationHint }) => <bdi className={styles.line}>{destinationHint}</bdi>,
    csv: ({ destinationHint }) => destinationHint,
  },
  {
    id: 'state',
    header: m.payouts_payment_state(),
    cell: ({ state }) => (
      <Pill tone={state === 'paid' ? 'good' : state === 'exception' ? 'bad' : 'plain'}>
        {paymentStateNames[state]()}
      </Pill>
    ),
    csv: ({ state }) => state,
  },
  { id: 'why', header: m.payouts_why(), cell: ({ reason }) => reason, csv: ({ reason }) => reason },
  {
    id: 'value',
    header: m.payouts_value(),
    align: 'end',
    cell: ({ usdCents }) => <b>{formatUsd(usdCents)}</b>,
    csv: ({ usdCents }) => usdCents / 100,
  },
  {
    id: 'attempt',
    header: m.payouts_attempt(),
    align: 'end',
    cell: ({ attempt }) => formatNumber(attempt),
    csv: ({ attempt }) => attempt,
    isExtra: true,
  },
  {
    id: 'reference',
    header: m.payouts_reference(),
    cell: ({ reference }) => <code>{reference}</code>,
    csv: ({ reference }) => reference,
    isExtra: true,
  },
]

/** With what the file says of each payment, beside what it is worth. */
const columnsInEuros = columns.flatMap((column): TableColumn<OperatedPayout>[] =>
  column.id === 'value'
    ? [
        column,
        {
          id: 'euros',
          header: m.payouts_euros(),
          align: 'end',
          cell: ({ amountMinor }) => <b>{formatEuros(amountMinor)}</b>,
          csv: ({ amountMinor }) => amountMinor / 100,
        },
      ]
    : [column],
)

const filters: TableFilter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: m.payouts_payment_state(),
    options: PAYOUT_STATES.map((state) => ({ value: state, label: paymentStateNames[state]() })),
  },
]
