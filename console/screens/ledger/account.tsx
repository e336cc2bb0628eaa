import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { m } from '#console-messages'
import { listLedgerEntries } from '#contracts/operator-ledger.endpoints.ts'
import type { LedgerAccount, LedgerEntry } from '#contracts/operator-ledger.schemas.ts'
import { call } from '#console/platform/api.ts'
import { formatDateTime, formatNumber } from '#console/ui/format.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { Stat, Stats } from '#console/ui/stat.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { TableColumn, TableSource } from '#console/ui/table/table-source.ts'
import { screenHref } from '#console/platform/screen-href.ts'
import { LedgerOriginLinks, originText } from '#console/platform/ledger-origin.tsx'
import { amountInFile, amountOf, Owner } from './ledger-words.tsx'

/** One account: its balance, and its entries; a row leads to the transaction and what it was posted for. */
export default function Account() {
  const { id } = useParams() as { id: string }
  const read = useQuery({
    queryKey: ['ledger-account', id],
    queryFn: async ({ signal }) =>
      (await call(listLedgerEntries, { params: { id }, query: { limit: 1 }, signal })).account,
  })
  if (read.isPending) return <LoadingState />
  if (read.isError) return <FailureState error={read.error} onRetry={() => void read.refetch()} />
  return <Entries account={read.data} />
}

function Entries({ account }: { account: LedgerAccount }) {
  const { id, code, asset, party, owner, posted, reserved, entries } = account
  const source = useMemo(
    (): TableSource<LedgerEntry> => ({
      key: `ledger-entries-${id}`,
      page: async ({ cursor, limit, signal }) =>
        await call(listLedgerEntries, { params: { id: String(id) }, query: { cursor, limit }, signal }),
    }),
    [id],
  )
  const columns = useMemo(() => columnsIn(asset), [asset])
  const fileOf = useMemo(() => ({ account: String(id) }), [id])
  return (
    <>
      <ScreenHead title={`${code} ${asset}`} summary={<Owner owner={owner} party={party} />} />
      <Stats>
        <Stat label={m.ledger_balance()} value={amountOf(posted, asset)} />
        <Stat label={m.ledger_reserved()} value={amountOf(reserved, asset)} />
        <Stat label={m.ledger_entries()} value={formatNumber(entries)} />
      </Stats>
      <DataTable
        label={m.ledger_entries()}
        source={source}
        fileByJob="account-entries"
        fileOf={fileOf}
        columns={columns}
        idOf={({ seq }) => String(seq)}
        nameOf={({ kind, seq }) => `${kind} ${seq}`}
        hrefOf={({ transactionId }) => screenHref('ledgerTransaction', { id: transactionId })}
        empty={m.ledger_entries_empty()}
      />
    </>
  )
}

function columnsIn(asset: LedgerAccount['asset']): TableColumn<LedgerEntry>[] {
  return [
    {
      id: 'at',
      header: m.ledger_entry_at(),
      cell: ({ effectiveAt }) => formatDateTime(effectiveAt),
      csv: ({ effectiveAt }) => effectiveAt,
    },
    {
      id: 'kind',
      header: m.ledger_kind(),
      cell: ({ kind }) => <b>{kind.replaceAll(/[_-]/g, ' ')}</b>,
      csv: ({ kind }) => kind,
    },
    {
      id: 'amount',
      header: m.ledger_amount(),
      align: 'end',
      cell: ({ amount }) => `${amount > 0 ? '+' : ''}${amountOf(amount, asset)}`,
      csv: ({ amount }) => amountInFile(amount, asset),
    },
    {
      id: 'after',
      header: m.ledger_after(),
      align: 'end',
      cell: ({ balanceAfter }) => amountOf(balanceAfter, asset),
      csv: ({ balanceAfter }) => amountInFile(balanceAfter, asset),
    },
    {
      id: 'source',
      header: m.ledger_source(),
      cell: ({ origin }) => <LedgerOriginLinks origin={origin} />,
      csv: ({ origin }) => originText(origin),
    },
    {
      id: 'key',
      header: m.ledger_key(),
      isExtra: true,
      cell: (row) => <code>{keyOf(row)}</code>,
      csv: keyOf,
    },
    {
      id: 'transaction',
      header: m.ledger_transaction(),
      isExtra: true,
      cell: ({ transactionId }) => <code>{transactionId}</code>,
      csv: ({ transactionId }) => transactionId,
    },
  ]
}

/** The fact under which it was posted once: `redemption rdm_…`. */
function keyOf({ scope, source }: LedgerEntry): string {
  return `${scope} ${source}`
}
