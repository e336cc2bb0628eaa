import { m } from '#console-messages'
import { listLedgerAccounts } from '#contracts/operator-ledger.endpoints.ts'
import type { LedgerAccount, LedgerCode } from '#contracts/operator-ledger.schemas.ts'
import { call } from '#console/platform/api.ts'
import { formatDate, formatNumber } from '#console/ui/format.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { TableColumn, TableFilter, TableSource } from '#console/ui/table/table-source.ts'
import { screenHref } from '#console/platform/screen-href.ts'
import { amountInFile, amountOf, Owner } from './ledger-words.tsx'

/** Every account with its balance; a row leads to its entries. */
export default function Accounts() {
  return (
    <>
      <ScreenHead title={m.shell_ledger_accounts()} />
      <DataTable
        label={m.ledger_accounts()}
        source={source}
        columns={columns}
        filters={filters}
        fileByJob="accounts"
        idOf={({ id }) => String(id)}
        nameOf={({ code, id }) => `${code} ${id}`}
        hrefOf={({ id }) => screenHref('ledgerAccount', { id: String(id) })}
      />
    </>
  )
}

const source: TableSource<LedgerAccount> = {
  key: 'ledger-accounts',
  page: async ({ filters: asked, cursor, limit, signal }) =>
    await call(listLedgerAccounts, { query: { ...asked, cursor, limit }, signal }),
}

const codes: readonly LedgerCode[] = [
  'member.available',
  'member.pending',
  'member.debt',
  'member.points',
  'campaign.budget',
  'house.issued',
  'house.promotion',
  'house.fee',
  'house.payout',
  'house.points',
]

const filters: TableFilter[] = [
  {
    kind: 'choice',
    name: 'code',
    label: m.ledger_account(),
    options: codes.map((value) => ({ value, label: value })),
  },
  {
    kind: 'choice',
    name: 'asset',
    label: m.ledger_asset(),
    options: ['CREL', 'PTS', 'USD'].map((value) => ({ value, label: value })),
  },
  { kind: 'text', name: 'owner', label: m.ledger_owner_filter() },
]

const columns: TableColumn<LedgerAccount>[] = [
  {
    id: 'account',
    header: m.ledger_account(),
    cell: ({ code, asset, stripe }) => (
      <span>
        <b>{code}</b> {asset}
        {stripe > 0 && ` · ${m.ledger_stripe({ number: stripe })}`}
      </span>
    ),
    csv: ({ code }) => code,
  },
  {
    id: 'asset',
    header: m.ledger_asset(),
    isExtra: true,
    cell: ({ asset }) => asset,
    csv: ({ asset }) => asset,
  },
  {
    id: 'owner',
    header: m.ledger_owner(),
    cell: ({ owner, party }) => <Owner owner={owner} party={party} />,
    csv: ({ owner, party }) => owner?.uid ?? owner?.title ?? party,
  },
  {
    id: 'entries',
    header: m.ledger_entries(),
    align: 'end',
    cell: ({ entries }) => formatNumber(entries),
    csv: ({ entries }) => entries,
  },
  {
    id: 'reserved',
    header: m.ledger_reserved(),
    align: 'end',
    cell: ({ reserved, asset }) => reserved > 0 && amountOf(reserved, asset),
    csv: ({ reserved, asset }) => amountInFile(reserved, asset),
  },
  {
    id: 'balance',
    header: m.ledger_balance(),
    align: 'end',
    cell: ({ posted, asset }) => amountOf(posted, asset),
    csv: ({ posted, asset }) => amountInFile(posted, asset),
  },
  {
    id: 'opened',
    header: m.ledger_opened(),
    isExtra: true,
    align: 'end',
    cell: ({ openedAt }) => formatDate(openedAt),
    csv: ({ openedAt }) => openedAt,
  },
]
