import { collectDefaultMetrics, Counter, Registry } from 'prom-client'
import type { OpenPlatform } from './open-platform.ts'
import { backupFolderCheck } from './backup-folder-checks.ts'
import { registerBackupGauge, restoredCheck } from './backup-metrics.ts'
import { watchDisks } from './disk-room.ts'
import { archiveCheck } from './log-archive.ts'
import { CLOCK_SKEW_MAX_MS, type SharedClock } from './platform/clock.ts'
import { databaseCheck, registerCheckGauge, type HealthDeps } from './platform/http/health.ts'
import type { ProxyWatch } from './platform/http/proxy-watch.ts'
import type { RequestMetrics } from './platform/http/request-metrics.ts'
import type { Jobs } from './platform/jobs.ts'
import type { Module } from './platform/module.ts'
import type { ReadinessCheck } from './platform/readiness.ts'
import { sharedStoreCheck, type SharedStore } from './platform/redis.ts'
import { hasDevelopmentTools } from './development-tools.ts'
import { registerMailGauges } from './mail-metrics.ts'
import { registerReplicaMetrics } from './replica-metrics.ts'
import { registerReviewGauge } from './pending-reviews.ts'
import { registerProcessGauges, workerCheck } from './process-metrics.ts'
import { registerQueueGauges } from './queue-metrics.ts'

/** What is watched beside the platform and the modules. */
export interface Watched {
  modules: readonly Module[]
  proxyWatch: ProxyWatch
  requests: RequestMetrics
  jobs: Pick<Jobs, 'counts'>
  /** What rate limits are counted in; null where that is the database. */
  sharedStore: SharedStore | null
  /** Whether this process is about to end. */
  isStopping(): boolean
  /** What delivers by itself, beside the jobs. */
  pumps: Record<'webhooks' | 'push', { counts: Readonly<Record<string, number>> }>
}

/** What a process answers at /healthz, /readyz and /metrics, with the checks and gauges of every module. */
export function openHealth(platform: OpenPlatform, watched: Watched): HealthDeps {
  const { config, db, clock, databaseHealth, mailer } = platform
  const registry = new Registry()
  const checks = [
    stoppingCheck(watched.isStopping),
    databaseCheck(db),
    clockCheck(clock),
    workerCheck(db),
    ...watched.modules.flatMap(({ checks = [] }) => checks),
    watched.proxyWatch.check,
    restoredCheck(db),
    archiveCheck(db),
    ...watchDisks(config, registry),
    backupFolderCheck(db, config),
    ...(watched.sharedStore ? [sharedStoreCheck(watched.sharedStore)] : []),
  ]
  collectDefaultMetrics({ register: registry })
  registerProcessGauges(registry, db, databaseHealth)
  watched.requests.register(registry)
  watched.jobs.counts.register(registry)
  registerDeliveryCounter(registry, watched.pumps)
  registerQueueGauges(registry, db)
  registerReviewGauge(registry, db)
  registerMailGauges(registry, db, mailer)
  registerBackupGauge(registry, db)
  registerReplicaMetrics(registry, platform.reads)
  for (const { metrics } of watched.modules) metrics?.(registry)
  registerCheckGauge(registry, checks)
  return {
    checks,
    token: config.metricsToken ?? (hasDevelopmentTools(config) ? null : undefined),
    place: config,
    registry,
  }
}

/** Has a proxy send nothing more to a process that is about to end. */
function stoppingCheck(isStopping: () => boolean): ReadinessCheck {
  return { name: 'stopping', refuses: true, look: () => (isStopping() ? 'stopping' : null) }
}

/** Whether this machine's clock is the database's, but for a few seconds. */
function clockCheck(clock: Pick<SharedClock, 'skewMs'>): ReadinessCheck {
  const look = async () => {
    if (Math.abs(clock.skewMs) <= CLOCK_SKEW_MAX_MS) return null
    const seconds = Math.round(Math.abs(clock.skewMs) / 1_000)
    return `clock is ${seconds} s ${clock.skewMs > 0 ? 'behind' : 'ahead of'} the database`
  }
  return { name: 'clock', refuses: true, look }
}

function registerDeliveryCounter(registry: Registry, pumps: Watched['pumps']): void {
  const counter: Counter<'kind' | 'result'> = new Counter({
    name: 'crels_deliveries_total',
    help: 'Attempts of this process to deliver to brands’ servers (webhooks) and push services (push), delivered or failed.',
    labelNames: ['kind', 'result'],
    registers: [registry],
    collect: () => {
      counter.reset()
      for (const [kind, { counts }] of Object.entries(pumps))
        for (const [result, count] of Object.entries(counts)) counter.inc({ kind, result }, count)
    },
  })
}
