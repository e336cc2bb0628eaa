import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../database.ts'
import { judgeReadiness, type ReadinessCheck } from '../readiness.ts'
import { isSameSecret } from '../same-secret.ts'
import { problem } from './problems.ts'
import { judgePlace, type HostSettings } from './requested-host.ts'
import { collectInTime } from './scrape.ts'

export interface HealthDeps {
  /** What `/readyz` asks. */
  checks: readonly ReadinessCheck[]
  /** What `/metrics` wants as the bearer; null leaves it open to this machine, undefined closed. */
  token: string | null | undefined
  place: Pick<HostSettings, 'developmentTools'>
  /** What `/metrics` shows. */
  registry: Registry
}

/** Whether the database answers. */
export function databaseCheck(db: Db): ReadinessCheck {
  const look = async () => {
    try {
      await sql`select 1`.execute(db)
      return null
    } catch {
      return 'database unavailable'
    }
  }
  return { name: 'database', refuses: true, look }
}

/** `/healthz` (the process lives), `/readyz` (it can serve) and `/metrics` (Prometheus), for monitoring. */
export function healthRoutes(app: FastifyInstance, { checks, token, place, registry }: HealthDeps): void {
  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    const { failures, warnings } = await judgeReadiness(checks)
    const said = warnings.length > 0 ? { warnings } : {}
    if (failures.length === 0) return { status: 'ready', ...said }
    reply.code(503).header('retry-after', '5')
    return { status: failures[0]!.detail, failures, ...said }
  })
  app.get('/metrics', async (request, reply) => {
    if (token === undefined) throw problem('not_found')
    const isOpen = token !== null || place.developmentTools === true
    const elsewhere = isOpen ? undefined : judgePlace(request)
    if (elsewhere) throw elsewhere
    if (token !== null && !isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`))
      throw problem('unauthenticated')
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

/**
 * What `/readyz` finds, for alerts: 1 for a check that finds something. A scrape waits for no check that hangs: it has
 * what was found last then, and nothing where that never was.
 */
export function registerCheckGauge(registry: Registry, checks: readonly ReadinessCheck[]): void {
  const gauge: Gauge<'check' | 'refuses'> = new Gauge({
    name: 'crels_readiness_finding',
    help: 'Whether a check of /readyz finds something: 1 or 0. With refuses="true" the process answers 503 for it.',
    labelNames: ['check', 'refuses'],
    registers: [registry],
    collect: collectInTime(judge),
  })
  async function judge(): Promise<void> {
    const { failures, warnings } = await judgeReadiness(checks)
    const found = new Set([...failures, ...warnings].map(({ check }) => check))
    for (const { name, refuses } of checks)
      gauge.set({ check: name, refuses: String(refuses) }, found.has(name) ? 1 : 0)
  }
}
