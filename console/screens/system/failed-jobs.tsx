import { m } from '#console-messages'
import { listFailedJobs, retryJob } from '#contracts/operator-system.endpoints.ts'
import type { FailedJob } from '#contracts/operator-system.schemas.ts'
import { call } from '#console/platform/api.ts'
import { Detail } from '#console/ui/detail.tsx'
import { Facts } from '#console/ui/facts.tsx'
import { formatAge, formatDateTime, formatNumber } from '#console/ui/format.ts'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import type { TableColumn, TableFilter, TableSource } from '#console/ui/table/table-source.ts'

/** Runs of jobs that failed for good, to be tried again. */
export default function FailedJobs() {
  return (
    <>
      <ScreenHead title={m.shell_failed_jobs()} summary={m.system_failures_lead()} />
      <DataTable
        label={m.shell_failed_jobs()}
        source={source}
        columns={columns}
        filters={filters}
        acts={acts}
        idOf={({ id }) => id}
        nameOf={({ name, failedAt }) => `${name}, ${formatDateTime(failedAt)}`}
        empty={m.system_failures_empty()}
        fileByJob="failed-jobs"
        detail={(row, buttons) => (
          <Detail heading={row.name} lead={row.error ?? m.common_none()} acts={buttons}>
            <Facts
              facts={[
                [m.system_failed_at(), formatDateTime(row.failedAt)],
                [m.system_created_at(), formatDateTime(row.createdAt)],
                [m.system_attempts(), formatNumber(row.attempts)],
              ]}
            />
          </Detail>
        )}
      />
    </>
  )
}

const source: TableSource<FailedJob> = {
  key: 'failed-jobs',
  page: async ({ filters: asked, cursor, limit, signal }) =>
    await call(listFailedJobs, { query: { ...asked, cursor, limit }, signal }),
}

const filters: TableFilter[] = [{ kind: 'text', name: 'job', label: m.system_job() }]

const columns: TableColumn<FailedJob>[] = [
  { id: 'job', header: m.system_job(), cell: ({ name }) => <b>{name}</b>, csv: ({ name }) => name },
  { id: 'error', header: m.system_error(), cell: ({ error }) => error, csv: ({ error }) => error },
  {
    id: 'attempts',
    header: m.system_attempts(),
    align: 'end',
    cell: ({ attempts }) => formatNumber(attempts),
    csv: ({ attempts }) => attempts,
  },
  {
    id: 'failed',
    header: m.system_failed_at(),
    align: 'end',
    cell: ({ failedAt }) => m.system_ago({ age: formatAge(failedAt) }),
    csv: ({ failedAt }) => failedAt,
  },
]

const acts: readonly RowAct<FailedJob>[] = [
  {
    id: 'retry',
    label: m.system_retry(),
    hotkey: 't',
    permission: 'job.run',
    preview: (rows) => <p>{m.system_retry_preview({ count: rows.length })}</p>,
    run: async (rows) =>
      await outcomeOfEach(
        rows,
        async ({ id, name }) => await call(retryJob, { params: { name }, body: { id } }),
      ),
    said: (count) => m.system_retried_runs({ count }),
  },
]
