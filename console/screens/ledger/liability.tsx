import { m } from '#console-messages'
import { listLiability } from '#contracts/operator-ledger.endpoints.ts'
import type { LiabilityDay } from '#contracts/operator-ledger.schemas.ts'
import { call } from '#console/platform/api.ts'
import { formatDay, formatNumber, formatUsd } from '#console/ui/format.ts'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { TableColumn, TableSource } from '#console/ui/table/table-source.ts'

/** What members had at the end of each day; the file of it has dollars as a number. */
export function Liability() {
  return (
    <DataTable
      label={m.ledger_liability()}
      source={source}
      columns={columns}
      idOf={({ day }) => day}
      nameOf={({ day }) => day}
      empty={m.ledger_liability_empty()}
    />
  )
}

const source: TableSource<LiabilityDay> = {
  key: 'liability',
  page: async ({ cursor, limit, signal }) => await call(listLiability, { query: { cursor, limit }, signal }),
}

const columns: TableColumn<LiabilityDay>[] = [
  { id: 'day', header: m.ledger_day(), cell: ({ day }) => formatDay(day), csv: ({ day }) => day },
  {
    id: 'crels',
    header: m.ledger_crels(),
    align: 'end',
    cell: ({ crels }) => formatNumber(crels),
    csv: ({ crels }) => crels,
  },
  {
    id: 'usd',
    header: m.ledger_usd(),
    align: 'end',
    cell: ({ usdCents }) => usdCents !== null && formatUsd(usdCents),
    csv: ({ usdCents }) => (usdCents === null ? null : (usdCents / 100).toFixed(2)),
  },
  {
    id: 'rate',
    header: m.ledger_rate(),
    align: 'end',
    cell: ({ usdToCrels }) => usdToCrels,
    csv: ({ usdToCrels }) => usdToCrels,
  },
  {
    id: 'points',
    header: m.ledger_points(),
    align: 'end',
    cell: ({ points }) => formatNumber(points),
    csv: ({ points }) => points,
  },
  {
    id: 'budgets',
    header: m.ledger_budgets(),
    align: 'end',
    cell: ({ budgetCrels }) => formatNumber(budgetCrels),
    csv: ({ budgetCrels }) => budgetCrels,
  },
  {
    id: 'debt',
    header: m.ledger_debt(),
    align: 'end',
    isExtra: true,
    cell: ({ debtCrels }) => formatNumber(debtCrels),
    csv: ({ debtCrels }) => debtCrels,
  },
]
