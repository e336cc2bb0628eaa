import { useMemo, type ReactNode } from 'react'
import { m } from '#console-messages'
import { INBOX_SHOWS, type InboxShow } from '#contracts/operator-inbox.constants.ts'
import type { ExportList } from '#contracts/operator-desk.constants.ts'
import type { OperatorQueue } from '#contracts/operator-home.constants.ts'
import { useMe } from '#console/platform/session.ts'
import { useQueue } from '#console/platform/use-queue.tsx'
import { formatAge, formatDateTime, formatNumber } from '#console/ui/format.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import type { TableColumn, TableFilter, TableSource, TableView } from '#console/ui/table/table-source.ts'
import { Wait } from '#console/ui/wait.tsx'
import { assignmentActs, type Assignment, type InboxRow } from './assignment-acts.tsx'

/** One inbox: what waits, the longest first, who works on it, and whether it waits longer than it should. */
export function Inbox<Row extends InboxRow>({
  title,
  queue,
  source,
  columns,
  acts,
  assignment,
  nameOf,
  detail,
  empty,
  shows = INBOX_SHOWS,
  fileByJob,
}: {
  title: string
  queue: OperatorQueue
  source: TableSource<Row>
  /** Those of its own. The wait comes behind the first, so that narrow screens show it, and who works on it at the end. */
  columns: readonly TableColumn<Row>[]
  /** Those of its own; taking and giving back come behind them. */
  acts: readonly RowAct<Row>[]
  assignment: Assignment<Row>
  nameOf: (row: Row) => string
  detail: (row: Row, acts: ReactNode) => ReactNode
  empty: string
  /** What may be chosen: of some nothing stays once it is done. */
  shows?: readonly InboxShow[]
  /** The list of which a job makes a file, by the same filters. */
  fileByJob?: ExportList
}) {
  const { operator } = useMe()
  const { summary, limitHours } = useQueue(queue, {
    waiting: ({ count, oldestAt }) =>
      m.inboxes_waiting({ count: formatNumber(count), age: formatAge(oldestAt!) }),
    none: empty,
    unread: m.inboxes_unread(),
  })
  const allColumns = useMemo(
    () => [
      ...columns.slice(0, 1),
      waitColumn<Row>(limitHours),
      ...columns.slice(1),
      assigneeColumn<Row>(operator.id),
    ],
    [columns, operator.id, limitHours],
  )
  const allActs = useMemo(
    () => [...acts, ...assignmentActs(assignment, operator.id)],
    [acts, assignment, operator.id],
  )
  const filters = useMemo(() => [showFilter(shows)], [shows])
  return (
    <>
      <ScreenHead title={title} summary={summary} />
      <DataTable
        label={title}
        source={source}
        columns={allColumns}
        filters={filters}
        fileByJob={fileByJob}
        views={views}
        acts={allActs}
        idOf={({ id }) => id}
        nameOf={nameOf}
        detail={detail}
        empty={empty}
      />
    </>
  )
}

function waitColumn<Row extends InboxRow>(limitHours: number | null): TableColumn<Row> {
  return {
    id: 'wait',
    header: m.inboxes_wait(),
    cell: ({ waitingSince }) =>
      waitingSince === null ? m.common_none() : <Wait since={waitingSince} limitHours={limitHours} />,
    csv: ({ waitingSince }) => waitingSince,
  }
}

function assigneeColumn<Row extends InboxRow>(operatorId: string): TableColumn<Row> {
  return {
    id: 'assignee',
    header: m.inboxes_assignee(),
    cell: ({ assignee }) =>
      assignee && (
        <span title={formatDateTime(assignee.at)}>
          {assignee.id === operatorId ? <b>{m.inboxes_you()}</b> : <bdi>{assignee.name}</bdi>}
        </span>
      ),
    csv: ({ assignee }) => assignee?.name,
  }
}

const showNames: Record<InboxShow, () => string> = {
  open: m.inboxes_show_open,
  mine: m.inboxes_show_mine,
  all: m.inboxes_show_all,
}

function showFilter(shows: readonly InboxShow[]): TableFilter {
  return {
    kind: 'choice',
    name: 'show',
    label: m.inboxes_show(),
    fallback: 'open',
    options: shows.map((value) => ({ value, label: showNames[value]() })),
  }
}

const views: TableView[] = [
  { name: m.inboxes_show_open(), filters: {} },
  { name: m.inboxes_show_mine(), filters: { show: 'mine' } },
]
