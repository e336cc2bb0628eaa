import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '#console-messages'
import type { ExportList } from '#contracts/operator-desk.constants.ts'
import { REVIEW_KINDS, type ReviewKind } from '#contracts/operator-reviews.constants.ts'
import {
  getClickReview,
  getConversionReview,
  getInvitationReview,
  getShareReview,
  listReviews,
} from '#contracts/operator-reviews.endpoints.ts'
import type { Review as ReviewRow } from '#contracts/operator-review-shapes.ts'
import { call } from '#console/platform/api.ts'
import { brandQuestionColumn, brandQuestionFilter } from '#console/platform/brand-questions.tsx'
import { MemberLink } from '#console/platform/member-link.tsx'
import { formatAge, formatDateTime, formatNumber, formatUsd } from '#console/ui/format.ts'
import { Pill } from '#console/ui/pill.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { TableColumn, TableFilter, TableSource, TableView } from '#console/ui/table/table-source.ts'
import { paidText } from './paid-text.ts'
import { reviewActs, sumOf } from './review-acts.tsx'
import { ReviewDetail } from './review-detail.tsx'
import { ReviewGroups } from './review-groups.tsx'
import { isReviewKind, kindNames } from './review-kinds.ts'

/** What is under review, of one kind: by group of reason and member or inviter, and row by row. */
export default function Review() {
  const [params] = useSearchParams()
  const asked = params.get('kind')
  const kind = isReviewKind(asked) ? asked : 'conversions'
  const acts = useMemo(() => reviewActs(kind), [kind])
  return (
    <>
      <ScreenHead title={m.shell_review()} />
      <ReviewGroups kind={kind} />
      <DataTable
        label={m.shell_review()}
        source={sources[kind]}
        columns={kind === 'invitations' ? invitationColumns : columns}
        filters={filters[kind]}
        fileByJob={files[kind]}
        views={views}
        acts={acts}
        idOf={({ id }) => id}
        nameOf={nameOf}
        sumOf={sumOf}
        detail={(row, buttons) => <ReviewDetail row={row} acts={buttons} />}
        empty={m.review_empty()}
      />
    </>
  )
}

const readers: Record<ReviewKind, NonNullable<TableSource<ReviewRow>['one']>> = {
  conversions: async (id, signal) => await call(getConversionReview, { params: { id }, signal }),
  clicks: async (id, signal) => await call(getClickReview, { params: { id }, signal }),
  shares: async (id, signal) => await call(getShareReview, { params: { id }, signal }),
  invitations: async (uid, signal) => (await call(getInvitationReview, { params: { uid }, signal })).review,
}

/** Of a conversion its order and whose it is, of others whose they are and of which campaign. */
function nameOf({ eventId, member, campaign }: ReviewRow): string {
  return [eventId, member.name ?? member.email ?? m.review_left(), eventId === null && campaign?.title]
    .filter(Boolean)
    .join(', ')
}

const sources = Object.fromEntries(
  REVIEW_KINDS.map((kind): [ReviewKind, TableSource<ReviewRow>] => [
    kind,
    {
      key: `review-${kind}`,
      page: async ({ filters, cursor, limit, signal }) =>
        await call(listReviews, { query: { sort: 'value', ...filters, kind, cursor, limit }, signal }),
      one: readers[kind],
    },
  ]),
) as Record<ReviewKind, TableSource<ReviewRow>>

/** Of which list the file of each kind is. */
const files = {
  conversions: 'conversion-reviews',
  clicks: 'click-reviews',
  shares: 'share-reviews',
  invitations: 'invitation-reviews',
} as const satisfies Record<ReviewKind, ExportList>

const views: readonly TableView[] = [{ name: m.review_appeals(), filters: { appealed: 'yes' } }]

const inviterColumns: TableColumn<ReviewRow>[] = [
  {
    id: 'inviter',
    header: m.review_inviter(),
    cell: ({ inviter }) => inviter && <MemberLink {...inviter} left={m.review_left()} />,
    csv: ({ inviter }) => inviter?.name,
  },
  {
    id: 'inviter-uid',
    header: m.review_filter_inviter(),
    cell: ({ inviter }) => inviter?.uid,
    csv: ({ inviter }) => inviter?.uid,
    isExtra: true,
  },
]

const columns: TableColumn<ReviewRow>[] = [
  {
    id: 'order',
    header: m.review_order(),
    cell: ({ eventId, id }) => <b>{eventId ?? id.slice(0, 12)}</b>,
    csv: ({ eventId, id }) => eventId ?? id,
  },
  {
    id: 'campaign',
    header: m.review_campaign(),
    cell: ({ campaign }) => campaign && `${campaign.brand} · ${campaign.title}`,
    csv: ({ campaign }) => campaign && `${campaign.brand} · ${campaign.title}`,
  },
  {
    id: 'member',
    header: m.review_member(),
    cell: ({ member }) => <bdi>{member.name ?? m.review_left()}</bdi>,
    csv: ({ member }) => member.name,
  },
  {
    id: 'email',
    header: m.review_email(),
    cell: ({ member }) => member.email,
    csv: ({ member }) => member.email,
    isExtra: true,
  },
  {
    id: 'reason',
    header: m.review_reason(),
    cell: ({ reason }) => <Pill tone="bad">{reason.replaceAll('_', ' ')}</Pill>,
    csv: ({ reason }) => reason,
  },
  brandQuestionColumn,
  {
    id: 'appeal',
    header: m.review_appeal_label(),
    cell: ({ appeal }) => appeal !== null && <Pill tone="warn">{m.review_appealed()}</Pill>,
    csv: ({ appeal }) => appeal,
  },
  {
    id: 'value',
    header: m.review_value(),
    align: 'end',
    cell: (row) => <b>{paidText([row])}</b>,
    csv: ({ crels }) => crels,
  },
  {
    id: 'points',
    header: m.review_file_points(),
    align: 'end',
    cell: ({ points }) => formatNumber(points),
    csv: ({ points }) => points,
    isExtra: true,
  },
  {
    id: 'sale',
    header: m.review_sale(),
    align: 'end',
    cell: ({ saleUsdCents }) => saleUsdCents !== null && formatUsd(saleUsdCents),
    csv: ({ saleUsdCents }) => saleUsdCents && saleUsdCents / 100,
    isExtra: true,
  },
  {
    id: 'count',
    header: m.review_count(),
    align: 'end',
    cell: ({ count }) => count !== null && formatNumber(count),
    csv: ({ count }) => count,
    isExtra: true,
  },
  {
    id: 'age',
    header: m.review_age(),
    align: 'end',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={formatDateTime(createdAt)}>
        {formatAge(createdAt)}
      </time>
    ),
    csv: ({ createdAt }) => createdAt,
  },
]

/** Of a friend who invited them, who earns by it: beside the friend. */
const invitationColumns = columns.flatMap((column): TableColumn<ReviewRow>[] =>
  column.id === 'member' ? [column, ...inviterColumns] : [column],
)

const kindFilter: TableFilter = {
  kind: 'choice',
  name: 'kind',
  label: m.review_kind(),
  fallback: 'conversions',
  isNoNarrowing: true,
  options: REVIEW_KINDS.map((kind) => ({ value: kind, label: kindNames[kind]() })),
}

const sortFilter: TableFilter = {
  kind: 'choice',
  name: 'sort',
  label: m.review_sort(),
  fallback: 'value',
  isNoNarrowing: true,
  options: [
    { value: 'value', label: m.review_sort_value() },
    { value: 'wait', label: m.review_sort_wait() },
  ],
}

const appealFilter: TableFilter = {
  kind: 'choice',
  name: 'appealed',
  label: m.review_appeal_label(),
  options: [
    { value: 'yes', label: m.review_appealed() },
    { value: 'no', label: m.review_not_appealed() },
  ],
}

const textFilters: readonly TableFilter[] = [
  { kind: 'text', name: 'uid', label: m.review_filter_member() },
  { kind: 'text', name: 'reason', label: m.review_reason() },
]

/** What narrows and orders each kind: shares and invitations have no value to sort by. */
const filters: Record<ReviewKind, readonly TableFilter[]> = {
  conversions: [kindFilter, sortFilter, brandQuestionFilter, appealFilter, ...textFilters],
  clicks: [kindFilter, sortFilter, ...textFilters],
  shares: [kindFilter, ...textFilters],
  invitations: [
    kindFilter,
    { kind: 'text', name: 'inviterUid', label: m.review_filter_inviter() },
    ...textFilters,
  ],
}
