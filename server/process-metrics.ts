import { Gauge, type Registry } from 'prom-client'
import type { DatabaseHealth } from './platform/database-health.ts'
import type { Db } from './platform/database.ts'
import { collectInTime } from './platform/http/scrape.ts'
import { programVersion } from './platform/migration-files.ts'
import type { ReadinessCheck } from './platform/readiness.ts'
import { GONE_AFTER_SEC, runningProcesses, workerSilence } from './platform/running-processes.ts'

/** Registers what this process is, its pools, and which processes live beside it. */
export function registerProcessGauges(registry: Registry, db: Db, { pools }: DatabaseHealth): void {
  new Gauge({
    name: 'crels_info',
    help: 'The version of this process.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: programVersion() }, 1)
  const connections: Gauge<'pool' | 'state'> = new Gauge({
    name: 'crels_pool_connections',
    help: 'Connections of each pool to the database: busy or idle; and the callers that wait for one (waiting).',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect: () => {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        connections.set({ pool, state: 'busy' }, totalCount - idleCount)
        connections.set({ pool, state: 'idle' }, idleCount)
        connections.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
  const collect = collectInTime(measure)
  const processes: Gauge<'version' | 'role'> = new Gauge({
    name: 'crels_processes',
    help: 'Processes that said within a minute that they live, by version and by what they do (serves, works).',
    labelNames: ['version', 'role'],
    registers: [registry],
    collect,
  })
  const silence: Gauge = new Gauge({
    name: 'crels_worker_silent_seconds',
    help: 'For how long no process that works on the jobs has said that it lives; a day where none did within one.',
    registers: [registry],
    collect,
  })
  async function measure(): Promise<void> {
    const found = await Promise.all([runningProcesses(db), workerSilence(db)]).catch(() => undefined)
    if (!found) return
    const [running, seconds] = found
    processes.reset()
    for (const { version, serves, works } of running) {
      if (serves) processes.inc({ version, role: 'serves' })
      if (works) processes.inc({ version, role: 'works' })
    }
    silence.set(seconds ?? 86_400)
  }
}

/** Says that nothing works on the jobs, which no request would notice. The process is given the same minute as a worker. */
export function workerCheck(db: Db): ReadinessCheck {
  const began = performance.now()
  const look = async () => {
    // That the database is away is said by its own check.
    const silent = await workerSilence(db).catch(() => 0)
    const seconds = Math.min(silent ?? Infinity, (performance.now() - began) / 1_000)
    if (seconds <= GONE_AFTER_SEC) return null
    return `no worker has said for ${Math.round(seconds)} s that it lives: mails, webhooks and payments wait. Start it again: systemctl restart crels-worker, or npm run start:worker`
  }
  return { name: 'worker', refuses: false, look }
}
