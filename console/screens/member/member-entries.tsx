import { useMemo } from 'react'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { listMemberEntries } from '#contracts/operator-members.endpoints.ts'
import type { MemberEntry } from '#contracts/operator-members.schemas.ts'
import { call } from '#console/platform/api.ts'
import { LedgerOriginLinks, originText } from '#console/platform/ledger-origin.tsx'
import { screenHref } from '#console/platform/screen-href.ts'
import { useMay } from '#console/platform/session.ts'
import { formatDateTime, formatNumber } from '#console/ui/format.ts'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { TableColumn, TableSource } from '#console/ui/table/table-source.ts'
import styles from './member.module.css'

/** A member's entries in the ledger, each with the fact that it was posted for. */
export function MemberEntries({ uid }: { uid: string }) {
  const may = useMay()
  const source = useMemo(
    (): TableSource<MemberEntry> => ({
      key: `member-entries-${uid}`,
      page: async ({ cursor, limit, signal }) =>
        await call(listMemberEntries, { params: { uid }, query: { cursor, limit }, signal }),
    }),
    [uid],
  )
  return (
    <div className={styles.entries}>
      <div className={styles.entriesHead}>
        <h2>{m.member_entries()}</h2>
        <Link to={screenHref('memberEarnings', { uid })}>{m.member_earnings_open()}</Link>
      </div>
      <DataTable
        label={m.member_entries()}
        source={source}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ kind, amount }) => `${kind} ${formatNumber(amount)}`}
        hrefOf={
          may('read.money')
            ? ({ transactionId }) => screenHref('ledgerTransaction', { id: transactionId })
            : undefined
        }
        empty={m.member_entries_empty()}
      />
    </div>
  )
}

const accountNames: Record<MemberEntry['account'], () => string> = {
  available: m.member_available,
  pending: m.member_pending,
  debt: m.member_debt,
  points: m.member_points,
}

const columns: TableColumn<MemberEntry>[] = [
  {
    id: 'at',
    header: m.member_entry_at(),
    cell: ({ at }) => <span className={styles.line}>{formatDateTime(at)}</span>,
    csv: ({ at }) => at,
  },
  {
    id: 'kind',
    header: m.member_entry_kind(),
    cell: ({ kind }) => kind.replaceAll('_', ' '),
    csv: ({ kind }) => kind,
  },
  {
    id: 'account',
    header: m.member_entry_account(),
    cell: ({ account }) => accountNames[account](),
    csv: ({ account }) => account,
  },
  {
    id: 'amount',
    header: m.member_entry_amount(),
    align: 'end',
    cell: ({ amount }) => <b>{formatNumber(amount)}</b>,
    csv: ({ amount }) => amount,
  },
  {
    id: 'balance',
    header: m.member_entry_balance(),
    align: 'end',
    cell: ({ balanceAfter }) => formatNumber(balanceAfter),
    csv: ({ balanceAfter }) => balanceAfter,
  },
  {
    id: 'source',
    header: m.member_entry_source(),
    cell: ({ origin }) => <LedgerOriginLinks origin={origin} />,
    csv: ({ origin }) => originText(origin),
  },
  {
    id: 'key',
    header: m.ledger_key(),
    cell: ({ source }) => <code className={styles.line}>{source}</code>,
    csv: ({ source }) => source,
    isExtra: true,
  },
  {
    id: 'transaction',
    header: m.member_entry_transaction(),
    cell: ({ transactionId }) => <code>{transactionId}</code>,
    csv: ({ transactionId }) => transactionId,
    isExtra: true,
  },
]
