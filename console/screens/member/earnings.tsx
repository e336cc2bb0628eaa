import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { m } from '#console-messages'
import { listMemberEarnings } from '#contracts/operator-member-earnings.endpoints.ts'
import type { MemberEarning } from '#contracts/operator-member-earnings.schemas.ts'
import { getOperatedMember } from '#contracts/operator-members.endpoints.ts'
import type { OperatedMemberView } from '#contracts/operator-members.schemas.ts'
import { call } from '#console/platform/api.ts'
import { MemberLink } from '#console/platform/member-link.tsx'
import { screenHref } from '#console/platform/screen-href.ts'
import { formatCrels, formatDate, formatDateTime, formatNumber } from '#console/ui/format.ts'
import { Pill } from '#console/ui/pill.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { TableColumn, TableFilter, TableSource } from '#console/ui/table/table-source.ts'
import { leftOf, takeBack } from './take-back.tsx'
import { nameOf } from './member-name.ts'
import styles from './member.module.css'

/** What a member earned in campaigns; what clicks were paid is taken back here. */
export default function Earnings() {
  const { uid } = useParams() as { uid: string }
  const member = useQuery({
    queryKey: ['member', uid],
    queryFn: async ({ signal }) => await call(getOperatedMember, { params: { uid }, signal }),
  })
  if (member.isPending) return <LoadingState />
  if (member.isError) return <FailureState error={member.error} onRetry={() => void member.refetch()} />
  return <Shown member={member.data} />
}

function Shown({ member }: { member: OperatedMemberView }) {
  const { uid } = member
  const source = useMemo(
    (): TableSource<MemberEarning> => ({
      key: `member-earnings-${uid}`,
      fileName: 'earnings',
      page: async ({ filters, cursor, limit, signal }) =>
        await call(listMemberEarnings, { params: { uid }, query: { ...filters, cursor, limit }, signal }),
    }),
    [uid],
  )
  const acts = useMemo(() => [takeBack(member)], [member])
  return (
    <>
      <ScreenHead
        title={m.shell_member_earnings()}
        summary={<MemberLink uid={uid} name={nameOf(member)} left="" />}
      />
      <DataTable
        label={m.shell_member_earnings()}
        source={source}
        columns={columns}
        filters={filters}
        acts={acts}
        idOf={({ id }) => id}
        nameOf={(row) => `${typeNames[row.type]()}, ${row.campaign.title}, ${formatDateTime(row.createdAt)}`}
        sumOf={(rows) => formatCrels(rows.reduce((sum, row) => sum + leftOf(row), 0))}
        empty={m.member_earnings_none()}
      />
    </>
  )
}

const typeNames: Record<MemberEarning['type'], () => string> = {
  click: m.member_earning_clicks,
  lead: m.member_earning_lead,
  sale: m.member_earning_sale,
}

const stateNames: Record<MemberEarning['state'], () => string> = {
  pending: m.member_earning_pending,
  under_review: m.member_earning_under_review,
  available: m.member_earning_available,
  reversed: m.member_earning_reversed,
}

const stateTones = { pending: 'plain', under_review: 'warn', available: 'good', reversed: 'bad' } as const

const options = <Value extends string>(names: Record<Value, () => string>) =>
  (Object.keys(names) as Value[]).map((value) => ({ value, label: names[value]() }))

const filters: readonly TableFilter[] = [
  { kind: 'choice', name: 'type', label: m.member_earning_for(), options: options(typeNames) },
  { kind: 'choice', name: 'state', label: m.member_earning_state(), options: options(stateNames) },
]

const columns: TableColumn<MemberEarning>[] = [
  {
    id: 'at',
    header: m.member_earning_at(),
    cell: ({ createdAt }) => <span className={styles.line}>{formatDateTime(createdAt)}</span>,
    csv: ({ createdAt }) => createdAt,
  },
  {
    id: 'for',
    header: m.member_earning_for(),
    cell: (row) => (
      <span className={styles.line}>
        {row.conversionId === null ? (
          m.member_earning_clicks_of({ count: row.clicks ?? 0 })
        ) : (
          <Link to={screenHref('conversion', { id: row.conversionId })}>{typeNames[row.type]()}</Link>
        )}
      </span>
    ),
    csv: ({ type }) => type,
  },
  {
    id: 'campaign',
    header: m.member_earning_campaign(),
    cell: ({ campaign }) => (
      <Link to={screenHref('campaign', { id: campaign.id })}>
        <bdi>{campaign.title}</bdi>
      </Link>
    ),
    csv: ({ campaign }) => campaign.title,
  },
  {
    id: 'state',
    header: m.member_earning_state(),
    cell: ({ state }) => <Pill tone={stateTones[state]}>{stateNames[state]()}</Pill>,
    csv: ({ state }) => state,
  },
  {
    id: 'crels',
    header: m.member_crels(),
    align: 'end',
    cell: ({ crels }) => <b>{formatNumber(crels)}</b>,
    csv: ({ crels }) => crels,
  },
  {
    id: 'taken',
    header: m.member_earning_taken(),
    align: 'end',
    cell: ({ reversedCrels }) => (reversedCrels > 0 ? formatNumber(reversedCrels) : ''),
    csv: ({ reversedCrels }) => reversedCrels,
  },
  {
    id: 'unlocks',
    header: m.member_earning_unlocks(),
    align: 'end',
    cell: ({ unlocksAt }) => <span className={styles.line}>{formatDate(unlocksAt)}</span>,
    csv: ({ unlocksAt }) => unlocksAt,
    isExtra: true,
  },
  {
    id: 'reason',
    header: m.member_earning_reason(),
    cell: ({ reason }) => reason?.replaceAll('_', ' ') ?? '',
    csv: ({ reason }) => reason,
    isExtra: true,
  },
]
