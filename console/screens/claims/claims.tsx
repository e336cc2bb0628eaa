import type { ReactNode } from 'react'
import { m } from '#console-messages'
import { getClaim, listClaims } from '#contracts/operator-claims.endpoints.ts'
import type { OperatedClaim } from '#contracts/operator-claims.schemas.ts'
import { call } from '#console/platform/api.ts'
import { brandQuestionColumn, brandQuestionFilter } from '#console/platform/brand-questions.tsx'
import { formatAmount, formatDateTime, formatDuration } from '#console/ui/format.ts'
import { Pill } from '#console/ui/pill.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { TableColumn, TableFilter, TableSource } from '#console/ui/table/table-source.ts'
import { claimActs } from './claim-acts.tsx'
import { ClaimDetail } from './claim-detail.tsx'

/** Claims of missing conversions, due first, each with the click that matches. */
export default function Claims() {
  return (
    <>
      <ScreenHead title={m.shell_claims()} />
      <DataTable
        label={m.shell_claims()}
        source={source}
        columns={columns}
        filters={filters}
        fileByJob="claims"
        fileOf={open}
        acts={claimActs}
        idOf={({ id }) => id}
        nameOf={nameOf}
        detail={(row, buttons) => <ClaimDetail row={row} acts={buttons} />}
        empty={m.claims_empty()}
      />
    </>
  )
}

function nameOf({ orderReference, member }: OperatedClaim): string {
  return `${orderReference}, ${member.name ?? member.email ?? m.review_left()}`
}

const source: TableSource<OperatedClaim> = {
  key: 'claims',
  page: async ({ filters: narrowed, cursor, limit, signal }) =>
    await call(listClaims, { query: { ...narrowed, cursor, limit }, signal }),
  one: async (id, signal) => await call(getClaim, { params: { id }, signal }),
}

const filters: TableFilter[] = [brandQuestionFilter]
/** Those that are shown. */
const open = { state: 'open' }

const columns: TableColumn<OperatedClaim>[] = [
  {
    id: 'order',
    header: m.claims_order(),
    cell: ({ orderReference }) => <b>{orderReference}</b>,
    csv: ({ orderReference }) => orderReference,
  },
  {
    id: 'campaign',
    header: m.claims_campaign(),
    cell: ({ campaign }) => `${campaign.brand} · ${campaign.title}`,
    csv: ({ campaign }) => `${campaign.brand} · ${campaign.title}`,
  },
  {
    id: 'member',
    header: m.claims_member(),
    cell: ({ member }) => <bdi>{member.name ?? member.email}</bdi>,
    csv: ({ member }) => member.name,
  },
  {
    id: 'click',
    header: m.claims_click(),
    cell: ({ matchingClick, isReported }) => (
      <Pill tone={isReported ? 'warn' : matchingClick ? 'good' : 'bad'}>
        {isReported
          ? m.claims_reported()
          : matchingClick
            ? formatDateTime(matchingClick.at)
            : m.claims_no_click()}
      </Pill>
    ),
    csv: ({ matchingClick }) => matchingClick?.id,
  },
  {
    id: 'amount',
    header: m.claims_amount(),
    align: 'end',
    cell: ({ amount }) => amount && formatAmount(amount),
    csv: ({ amount }) => amount && formatAmount(amount),
  },
  brandQuestionColumn,
  {
    id: 'due',
    header: m.claims_due(),
    align: 'end',
    cell: ({ answerBy }) => dueOf(answerBy),
    csv: ({ answerBy }) => answerBy,
  },
]

function dueOf(answerBy: string): ReactNode {
  const leftMs = Date.parse(answerBy) - Date.now()
  if (leftMs < 0) return <Pill tone="bad">{m.claims_overdue({ age: formatDuration(-leftMs) })}</Pill>
  return m.claims_due_in({ age: formatDuration(leftMs) })
}
