import type { ReactNode } from 'react'
import { m } from '#console-messages'
import { acceptClaim, declineClaims, listClaims } from '#contracts/operator-claims.endpoints.ts'
import type { OperatedClaim } from '#contracts/operator-claims.schemas.ts'
import { call } from '#console/platform/api.ts'
import {
  BrandQuestions,
  brandQuestionActs,
  brandQuestionColumn,
  brandQuestionFilter,
} from '#console/platform/brand-questions.tsx'
import { decideRows } from '#console/platform/decide-rows.ts'
import { Detail } from '#console/ui/detail.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { formatAmount, formatDateTime, formatDuration } from '#console/ui/format.ts'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import { Pill } from '#console/ui/pill.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import type { TableColumn, TableFilter, TableSource } from '#console/ui/table/table-source.ts'

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
        acts={acts}
        idOf={({ id }) => id}
        nameOf={({ orderReference }) => orderReference}
        detail={(row, buttons) => (
          <Detail
            heading={row.orderReference}
            lead={`${row.campaign.brand} · ${row.campaign.title}`}
            acts={buttons}
          >
            <Facts
              facts={[
                [m.claims_member(), row.member.name ?? row.member.email],
                [m.claims_type(), row.type],
                [m.claims_happened(), formatDateTime(row.occurredAt)],
                [m.claims_amount(), row.amount && formatAmount(row.amount)],
                [
                  m.claims_click(),
                  row.matchingClick ? formatDateTime(row.matchingClick.at) : m.claims_no_click(),
                ],
                [m.claims_due(), formatDateTime(row.answerBy)],
                [m.claims_note(), row.note],
              ]}
            />
            <BrandQuestions questions={row.questions} />
          </Detail>
        )}
        empty={m.claims_empty()}
      />
    </>
  )
}

const source: TableSource<OperatedClaim> = {
  key: 'claims',
  page: async ({ filters: narrowed, cursor, limit, signal }) =>
    await call(listClaims, { query: { ...narrowed, cursor, limit }, signal }),
}

const filters: TableFilter[] = [brandQuestionFilter]

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

const acts: readonly RowAct<OperatedClaim>[] = [
  {
    id: 'accept',
    label: m.claims_accept(),
    hotkey: 'a',
    permission: 'claim.accept',
    reason: { label: m.claims_answer(), isRequired: false },
    preview: (rows) => <p>{m.claims_accept_preview({ count: rows.length })}</p>,
    run: async (rows, answer) =>
      await outcomeOfEach(
        rows,
        async ({ id }) =>
          await call(acceptClaim, { params: { id }, body: { ...(answer !== '' && { answer }) } }),
      ),
    said: (count) => m.claims_accepted({ count }),
  },
  {
    id: 'decline',
    label: m.claims_decline(),
    hotkey: 'd',
    look: 'danger',
    permission: 'claim.decline',
    reason: {
      label: m.claims_answer(),
      isRequired: true,
      templates: [m.claims_template_brand(), m.claims_template_click(), m.claims_template_returned()],
    },
    preview: (rows) => <p>{m.claims_decline_preview({ count: rows.length })}</p>,
    run: async (rows, answer) =>
      await decideRows(
        rows.map(({ id }) => id),
        async (ids) => await call(declineClaims, { body: { ids, answer } }),
      ),
    said: (count) => m.claims_declined({ count }),
  },
  ...brandQuestionActs,
]
