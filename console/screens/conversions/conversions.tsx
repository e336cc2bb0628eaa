import { m } from '#console-messages'
import { listOperatedConversions } from '#contracts/operator-conversions.endpoints.ts'
import type { OperatedConversion } from '#contracts/operator-conversions.schemas.ts'
import { call } from '#console/platform/api.ts'
import { screenHref } from '#console/platform/screen-href.ts'
import { formatAmount, formatCrels, formatDateTime } from '#console/ui/format.ts'
import { Pill, Pills } from '#console/ui/pill.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { TableColumn, TableFilter, TableSource } from '#console/ui/table/table-source.ts'
import { reasonText, statusNames, statusTones, statuses, typeNames } from './conversion-words.ts'

/** Leads and sales of all brands, the newest first. */
export default function Conversions() {
  return (
    <>
      <ScreenHead title={m.shell_conversions()} />
      <DataTable
        label={m.shell_conversions()}
        source={source}
        columns={columns}
        filters={filters}
        fileByJob="conversions"
        views={[{ name: m.conversions_rejected(), filters: { status: 'rejected' } }]}
        idOf={({ id }) => id}
        nameOf={({ eventId }) => eventId}
        hrefOf={({ id }) => screenHref('conversion', { id })}
        empty={m.conversions_empty()}
      />
    </>
  )
}

const source: TableSource<OperatedConversion> = {
  key: 'conversions',
  page: async ({ filters: asked, cursor, limit, signal }) =>
    await call(listOperatedConversions, { query: { ...asked, cursor, limit }, signal }),
}

/** What became of it, why, and whether another stands in its place. */
export function ConversionState({
  status,
  reason,
  isCorrected,
}: Pick<OperatedConversion, 'status' | 'reason' | 'isCorrected'>) {
  return (
    <Pills>
      <Pill tone={statusTones[status]}>{statusNames[status]()}</Pill>
      {reason !== null && <Pill>{reasonText(reason)}</Pill>}
      {isCorrected && <Pill>{m.conversions_corrected()}</Pill>}
    </Pills>
  )
}

const columns: TableColumn<OperatedConversion>[] = [
  {
    id: 'order',
    header: m.review_order(),
    cell: ({ eventId }) => <bdi>{eventId}</bdi>,
    csv: ({ eventId }) => eventId,
  },
  {
    id: 'status',
    header: m.conversions_status(),
    cell: (row) => <ConversionState {...row} />,
    csv: ({ status }) => status,
  },
  {
    id: 'brand',
    header: m.conversions_brand(),
    cell: ({ brand }) => <bdi>{brand.name}</bdi>,
    csv: ({ brand }) => brand.slug,
  },
  {
    id: 'member',
    header: m.review_member(),
    cell: ({ member }) => <bdi>{member ? (member.name ?? m.review_left()) : '–'}</bdi>,
    csv: ({ member }) => member?.uid ?? null,
  },
  {
    id: 'amount',
    header: m.review_sale(),
    align: 'end',
    cell: ({ amount }) => (amount ? formatAmount(amount) : '–'),
    csv: ({ amount }) => (amount ? formatAmount(amount) : null),
  },
  {
    id: 'crels',
    header: m.conversions_earns(),
    align: 'end',
    cell: ({ crels }) => (crels > 0 ? formatCrels(crels) : '–'),
    csv: ({ crels }) => crels,
  },
  {
    id: 'at',
    header: m.conversions_reported(),
    align: 'end',
    cell: ({ createdAt }) => formatDateTime(createdAt),
    csv: ({ createdAt }) => createdAt,
  },
  {
    id: 'campaign',
    header: m.review_campaign(),
    isExtra: true,
    cell: ({ campaign }) => <bdi>{campaign?.title ?? '–'}</bdi>,
    csv: ({ campaign }) => campaign?.title ?? null,
  },
  {
    id: 'type',
    header: m.conversions_type(),
    isExtra: true,
    cell: ({ type }) => typeNames[type](),
    csv: ({ type }) => type,
  },
  {
    id: 'reason',
    header: m.review_reason(),
    isExtra: true,
    cell: ({ reason }) => (reason === null ? '–' : reasonText(reason)),
    csv: ({ reason }) => reason,
  },
]

const filters: TableFilter[] = [
  {
    kind: 'choice',
    name: 'status',
    label: m.conversions_status(),
    options: statuses.map((value) => ({ value, label: statusNames[value]() })),
  },
  { kind: 'text', name: 'brand', label: m.conversions_filter_brand() },
  { kind: 'text', name: 'reason', label: m.conversions_filter_reason() },
  { kind: 'text', name: 'uid', label: m.review_filter_member() },
]
