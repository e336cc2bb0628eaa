import type { ReactNode } from 'react'
import { m } from '#console-messages'
import {
  getOperatedDeletion,
  giveBackDeletion,
  listDeletions,
  retryDeletion,
  takeDeletion,
} from '#contracts/operator-deletions.endpoints.ts'
import type { OperatedDeletion } from '#contracts/operator-deletions.schemas.ts'
import { call } from '#console/platform/api.ts'
import { Detail } from '#console/ui/detail.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { formatDateTime, formatNumber } from '#console/ui/format.ts'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import { Pill } from '#console/ui/pill.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import type { TableColumn, TableSource } from '#console/ui/table/table-source.ts'
import type { Assignment } from './assignment-acts.tsx'
import { Inbox } from './inbox.tsx'
import styles from './inboxes.module.css'

/** Deletions of accounts that do not come to their end by themselves. */
export default function Deletions() {
  return (
    <Inbox
      title={m.shell_deletions()}
      queue="deletions"
      source={source}
      columns={columns}
      acts={acts}
      assignment={assignment}
      nameOf={nameOf}
      detail={(row, buttons) => <DeletionDetail row={row} acts={buttons} />}
      empty={m.inboxes_deletions_empty()}
      fileByJob="deletions"
    />
  )
}

function DeletionDetail({ row, acts: buttons }: { row: OperatedDeletion; acts: ReactNode }) {
  return (
    <Detail heading={nameOf(row)} lead={m.inboxes_deletion_lead()} acts={buttons}>
      <Facts
        facts={[
          [m.inboxes_deletion_why(), whyOf(row)],
          [m.inboxes_deletion_asked(), formatDateTime(row.waitingSince)],
          [m.inboxes_deletion_steps(), formatNumber(row.stepsDone)],
          [m.inboxes_deletion_last_step(), row.lastStep],
          [m.inboxes_deletion_failed_step(), row.failedStep],
          [m.inboxes_deletion_failed_at(), row.failedAt && formatDateTime(row.failedAt)],
          [m.inboxes_deletion_settles(), formatDateTime(row.settlesAt)],
          [m.inboxes_deletion_party(), <code key="id">{row.id}</code>],
        ]}
      />
      <p>{helps[row.why]()}</p>
    </Detail>
  )
}

function nameOf({ id }: OperatedDeletion): string {
  return `${m.inboxes_deletion()} …${id.slice(-6)}`
}

const whys: Record<OperatedDeletion['why'], (step: string) => string> = {
  erasing: () => m.inboxes_deletion_erasing(),
  settling: () => m.inboxes_deletion_settling(),
  mail: () => m.inboxes_deletion_mail(),
  failing: (step) => m.inboxes_deletion_failing({ step }),
  redemption: () => m.inboxes_deletion_redemption(),
}

const helps: Record<OperatedDeletion['why'], () => string> = {
  erasing: m.inboxes_deletion_help_erasing,
  settling: m.inboxes_deletion_help_settling,
  mail: m.inboxes_deletion_help_mail,
  failing: m.inboxes_deletion_help_failing,
  redemption: m.inboxes_deletion_help_redemption,
}

function whyOf({ why, failedStep }: OperatedDeletion): string {
  return whys[why](failedStep ?? '')
}

const source: TableSource<OperatedDeletion> = {
  key: 'deletions',
  page: async ({ filters, cursor, limit, signal }) =>
    await call(listDeletions, { query: { ...filters, cursor, limit }, signal }),
  one: async (id, signal) => await call(getOperatedDeletion, { params: { id }, signal }),
}

const assignment: Assignment<OperatedDeletion> = {
  permission: 'deletion.assign',
  take: async ({ id }, from) => await call(takeDeletion, { params: { id }, body: { from } }),
  giveBack: async ({ id }) => await call(giveBackDeletion, { params: { id } }),
}

const acts: readonly RowAct<OperatedDeletion>[] = [
  {
    id: 'retry',
    label: m.inboxes_retry(),
    hotkey: 'r',
    permission: 'deletion.retry',
    preview: (rows) => <p>{m.inboxes_retry_preview({ count: rows.length })}</p>,
    run: async (rows) =>
      await outcomeOfEach(rows, async ({ id }) => await call(retryDeletion, { params: { id } })),
    said: () => m.inboxes_retried(),
  },
]

const columns: TableColumn<OperatedDeletion>[] = [
  {
    id: 'deletion',
    header: m.inboxes_deletion(),
    cell: (row) => <b className={styles.reference}>{nameOf(row)}</b>,
    csv: ({ id }) => id,
  },
  {
    id: 'why',
    header: m.inboxes_deletion_why(),
    cell: (row) => (
      <Pill tone={row.why === 'failing' || row.why === 'redemption' ? 'warn' : 'plain'}>{whyOf(row)}</Pill>
    ),
    csv: ({ why }) => why,
  },
  {
    id: 'steps',
    header: m.inboxes_deletion_steps(),
    align: 'end',
    cell: ({ stepsDone }) => formatNumber(stepsDone),
    csv: ({ stepsDone }) => stepsDone,
  },
  {
    id: 'lastStep',
    header: m.inboxes_deletion_last_step(),
    cell: ({ lastStep }) => lastStep,
    csv: ({ lastStep }) => lastStep,
    isExtra: true,
  },
  {
    id: 'id',
    header: m.inboxes_deletion_party(),
    cell: ({ id }) => <code>{id}</code>,
    csv: ({ id }) => id,
    isExtra: true,
  },
]
