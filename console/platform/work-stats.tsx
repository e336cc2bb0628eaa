import { m } from '#console-messages'
import type { System } from '#contracts/operator-system.schemas.ts'
import { formatAge, formatNumber } from '../ui/format.ts'
import { Stat } from '../ui/stat.tsx'

/** Whether a worker works on the jobs, and how many runs failed: the same on Home and System. */
export function WorkStats({
  processes,
  noWorkerSince,
  jobs,
}: Pick<System, 'processes' | 'noWorkerSince' | 'jobs'>) {
  const seenAt = processes
    .filter(({ works }) => works)
    .map((one) => one.seenAt)
    .sort()
    .at(-1)
  const failed = jobs.reduce((sum, job) => sum + job.failed, 0)
  return (
    <>
      <Stat
        label={m.system_worker()}
        value={seenAt === undefined ? m.system_worker_silent() : m.system_worker_running()}
        detail={
          seenAt !== undefined
            ? m.system_worker_seen({ age: formatAge(seenAt) })
            : noWorkerSince === null
              ? m.system_worker_never()
              : m.system_worker_since({ age: formatAge(noWorkerSince) })
        }
        isBad={seenAt === undefined}
      />
      <Stat
        label={m.system_jobs_failed()}
        value={formatNumber(failed)}
        detail={m.system_jobs_failed_detail()}
        isBad={failed > 0}
      />
    </>
  )
}
