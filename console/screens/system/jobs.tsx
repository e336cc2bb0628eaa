import { Link } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { getSystem, retryJob, runJob } from '#contracts/operator-system.endpoints.ts'
import type { SystemJob } from '#contracts/operator-system.schemas.ts'
import { call } from '#console/platform/api.ts'
import { formatAge, formatDuration, formatNumber } from '#console/ui/format.ts'
import { outcomeOfEach } from '#console/ui/outcome-of-each.ts'
import { DataTable } from '#console/ui/table/data-table.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import type { TableColumn, TableSource } from '#console/ui/table/table-source.ts'
import styles from './system.module.css'

/** Every job with its timetable and what became of its runs: those that failed first. */
export function Jobs() {
  return (
    <DataTable
      label={m.system_jobs()}
      source={source}
      columns={columns}
      acts={acts}
      idOf={({ name }) => name}
      nameOf={({ name }) => name}
    />
  )
}

const source: TableSource<SystemJob> = {
  key: 'jobs',
  page: async ({ signal }) => {
    const { jobs } = await call(getSystem, { signal })
    const items = jobs.toSorted((one, other) => other.failed - one.failed || (one.name < other.name ? -1 : 1))
    return { items, nextCursor: null }
  },
}

const ago = (at: string | null) => at !== null && m.system_ago({ age: formatAge(at) })

const columns: TableColumn<SystemJob>[] = [
  {
    id: 'job',
    header: m.system_job(),
    cell: ({ name, doc }) => (
      <>
        <b>{name}</b>
        <span className={styles.doc}>{doc}</span>
      </>
    ),
    csv: ({ name, doc }) => `${name}: ${doc}`,
  },
  {
    id: 'when',
    header: m.system_job_when(),
    cell: ({ cron }) => cron ?? m.system_job_when_needed(),
    csv: ({ cron }) => cron,
  },
  {
    id: 'next',
    header: m.system_job_next(),
    align: 'end',
    cell: ({ nextAt }) =>
      nextAt !== null && m.system_ahead({ age: formatDuration(new Date(nextAt).getTime() - Date.now()) }),
    csv: ({ nextAt }) => nextAt,
  },
  {
    id: 'done',
    header: m.system_job_done(),
    align: 'end',
    cell: ({ lastDoneAt }) => ago(lastDoneAt),
    csv: ({ lastDoneAt }) => lastDoneAt,
  },
  {
    id: 'failed-at',
    header: m.system_job_failed_at(),
    align: 'end',
    isExtra: true,
    cell: ({ lastFailedAt }) => ago(lastFailedAt),
    csv: ({ lastFailedAt }) => lastFailedAt,
  },
  {
    id: 'failed',
    header: m.system_job_failed(),
    align: 'end',
    cell: ({ name, failed }) =>
      failed > 0 && (
        <Link to={`/${consoleRoutes.failedJobs}?job=${name}`} onClick={(event) => event.stopPropagation()}>
          {formatNumber(failed)}
        </Link>
      ),
    csv: ({ failed }) => failed,
  },
  {
    id: 'waiting',
    header: m.system_job_waiting(),
    align: 'end',
    cell: ({ waiting, oldestDueAt }) =>
      waiting > 0 &&
      [formatNumber(waiting), oldestDueAt !== null && m.system_job_late({ age: formatAge(oldestDueAt) })]
        .filter(Boolean)
        .join(' · '),
    csv: ({ waiting }) => waiting,
  },
]

const acts: readonly RowAct<SystemJob>[] = [
  {
    id: 'run',
    label: m.system_run(),
    hotkey: 'r',
    permission: 'job.run',
    applies: ({ cron }) => cron !== null,
    preview: (rows) => rows.map(({ name, doc }) => <p key={name}>{m.system_run_preview({ name, doc })}</p>),
    run: async (rows) =>
      await outcomeOfEach(
        rows.map(({ name }) => ({ id: name })),
        async ({ id }) => await call(runJob, { params: { name: id } }),
      ),
    said: (count) => m.system_ran({ count }),
  },
  {
    id: 'retry',
    label: m.system_retry_all(),
    hotkey: 't',
    look: 'quiet',
    permission: 'job.run',
    applies: ({ failed }) => failed > 0,
    preview: (rows) =>
      rows.map(({ name, failed }) => (
        <p key={name}>{m.system_retry_all_preview({ name, count: failed, shown: formatNumber(failed) })}</p>
      )),
    run: async (rows) =>
      await outcomeOfEach(
        rows.map(({ name }) => ({ id: name })),
        async ({ id }) => await call(retryJob, { params: { name: id }, body: {} }),
      ),
    said: m.system_retried,
  },
]
