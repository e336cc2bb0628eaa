import type { FastifyInstance } from 'fastify'
import { CLOCK_SKEW_MAX_MS, type SharedClock } from './platform/clock.ts'
import { databaseCheck, healthRoutes } from './platform/http/health.ts'
import type { ProxyWatch } from './platform/http/proxy-watch.ts'
import type { Module, Platform } from './platform/module.ts'
import type { ReadinessCheck } from './platform/readiness.ts'
import { hasDevelopmentTools } from './development-tools.ts'
import { registerMailGauge } from './mail-metrics.ts'
import { registerReviewGauge } from './pending-reviews.ts'

/** Registers /readyz and /metrics, with the checks and gauges of every module. */
export function registerHealth(
  server: FastifyInstance,
  { config, db, clock }: Platform,
  { modules, proxyWatch }: { modules: readonly Module[]; proxyWatch: ProxyWatch },
): void {
  healthRoutes(server, {
    checks: [
      databaseCheck(db),
      clockCheck(clock),
      ...modules.flatMap(({ checks = [] }) => checks),
      proxyWatch.check,
    ],
    token: config.metricsToken ?? (hasDevelopmentTools(config) ? null : undefined),
    place: config,
    gauges: (registry) => {
      for (const { metrics } of modules) metrics?.(registry)
      registerReviewGauge(registry, db)
      registerMailGauge(registry, db)
    },
  })
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
