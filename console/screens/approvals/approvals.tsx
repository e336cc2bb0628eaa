import { Fragment } from 'react'
import { Link } from 'react-router'
import { m } from '#console-messages'
import { approvePendingAct, listPendingActs, rejectPendingAct } from '#contracts/pending-acts.endpoints.ts'
import type { PendingActView } from '#contracts/pending-act-shapes.ts'
import { call } from '#console/platform/api.ts'
import { memberHref } from '#console/platform/member-link.tsx'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import { Detail } from '#console/ui/detail.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { formatAge, formatDateTime } from '#console/ui/format.ts'
import { Pill } from '#console/ui/pill.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import type { TableColumn, TableFilter, TableSource } from '#console/ui/table/table-source.ts'
import { actText, inputLine, inputTexts } from './act-words.ts'
import { Effect } from './effect.tsx'

/** Acts that take two people, the newest first. */
export default function Approvals() {
  return (
    <>
      <ScreenHead title={m.shell_approvals()} summary={m.approvals_lead()} />
      <DataTable
        label={m.shell_approvals()}
        source={source}
        columns={columns}
        filters={filters}
        acts={acts}
        idOf={({ id }) => id}
        nameOf={(row) => `${actText(row)} ${row.target}`}
        empty={m.approvals_empty()}
        detail={(row, buttons) => (
          <Detail heading={actText(row)} lead={row.reason ?? m.approvals_hidden()} acts={buttons}>
            <Facts
              facts={[
                [m.approvals_of(), <Target key="target" act={row} />],
                ...inputTexts(row),
                [m.approvals_by(), `${row.proposedBy.name}, ${formatDateTime(row.proposedAt)}`],
                [m.approvals_state(), stateNames[row.state]()],
                [m.approvals_runs(), row.runsAt && formatDateTime(row.runsAt)],
                [m.approvals_expires(), row.state === 'waiting' ? formatDateTime(row.expiresAt) : null],
                [m.approvals_decided(), row.decidedBy?.name],
                [m.approvals_note(), row.note],
                [m.approvals_in_log(), <code key="action">{row.action}</code>],
              ]}
            />
            {row.state === 'waiting' && (
              <>
                <h3>{m.approvals_effect()}</h3>
                <Effect id={row.id} />
              </>
            )}
          </Detail>
        )}
      />
    </>
  )
}

/** What it is done to: a member by their id, who leads to their screen. */
function Target({ act: { target, memberUid } }: { act: PendingActView }) {
  const name = <code>{target}</code>
  return memberUid === null ? name : <Link to={memberHref(memberUid)}>{name}</Link>
}

const stateNames: Record<PendingActView['state'], () => string> = {
  waiting: m.approvals_state_waiting,
  done: m.approvals_state_done,
  rejected: m.approvals_state_rejected,
  expired: m.approvals_state_expired,
  failed: m.approvals_state_failed,
}

const source: TableSource<PendingActView> = {
  key: 'pending-acts',
  page: async ({ filters, cursor, limit, signal }) =>
    await call(listPendingActs, { query: { ...filters, cursor, limit }, signal }),
}

const columns: TableColumn<PendingActView>[] = [
  {
    id: 'action',
    header: m.approvals_act(),
    cell: (row) => <b>{actText(row)}</b>,
    csv: ({ action }) => action,
  },
  {
    id: 'input',
    header: m.approvals_of(),
    cell: inputLine,
    csv: ({ input }) => JSON.stringify(input),
  },
  {
    id: 'reason',
    header: m.approvals_reason(),
    cell: ({ reason }) => reason ?? m.approvals_hidden(),
    csv: ({ reason }) => reason,
  },
  {
    id: 'by',
    header: m.approvals_by(),
    cell: ({ proposedBy }) => <bdi>{proposedBy.name}</bdi>,
    csv: ({ proposedBy }) => proposedBy.name,
  },
  {
    id: 'state',
    header: m.approvals_state(),
    cell: ({ state }) => (
      <Pill tone={state === 'waiting' ? 'warn' : state === 'done' ? 'good' : 'plain'}>
        {stateNames[state]()}
      </Pill>
    ),
    csv: ({ state }) => state,
  },
  {
    id: 'age',
    header: m.approvals_age(),
    align: 'end',
    cell: ({ proposedAt }) => formatAge(proposedAt),
    csv: ({ proposedAt }) => proposedAt,
  },
]

const filters: TableFilter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: m.approvals_state(),
    options: [
      { value: 'to_approve', label: m.approvals_to_approve() },
      ...(Object.keys(stateNames) as PendingActView['state'][]).map((state) => ({
        value: state,
        label: stateNames[state](),
      })),
    ],
  },
]

const acts: readonly RowAct<PendingActView>[] = [
  {
    id: 'approve',
    label: m.approvals_approve(),
    hotkey: 'a',
    permission: 'act.approve',
    applies: ({ state, isYoursToApprove }) => state === 'waiting' && isYoursToApprove,
    preview: (rows) =>
      rows.map((row) => (
        <Fragment key={row.id}>
          <p>
            {m.approvals_approve_preview({
              action: actText(row),
              target: row.target,
              input: inputLine(row) || m.common_none(),
              name: row.proposedBy.name,
            })}
          </p>
          <Effect id={row.id} />
        </Fragment>
      )),
    run: async (rows) =>
      await outcomeOfEach(
        rows,
        async ({ id }) => await call(approvePendingAct, { params: { id }, body: {} }),
      ),
    said: (count) => m.approvals_approved({ count }),
  },
  {
    id: 'reject',
    label: m.approvals_reject(),
    hotkey: 'r',
    look: 'danger',
    permission: 'act.reject',
    applies: ({ state, isYoursToReject }) => state === 'waiting' && isYoursToReject,
    reason: { label: m.approvals_reject_reason(), isRequired: true },
    preview: (rows) =>
      rows.map((row) => <p key={row.id}>{m.approvals_reject_preview({ action: actText(row) })}</p>),
    run: async (rows, reason) =>
      await outcomeOfEach(
        rows,
        async ({ id }) => await call(rejectPendingAct, { params: { id }, body: { reason } }),
      ),
    said: (count) => m.approvals_rejected({ count }),
  },
]
