import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Db } from '../database.ts'
import { problem } from './problems.ts'

export interface HealthDeps {
  db: Db
  /** What `/metrics` wants as the bearer; null leaves it open, undefined closed. */
  token: string | null | undefined
  gauges(registry: Registry): void
}

/** `/healthz` (the process lives), `/readyz` (it can serve) and `/metrics` (Prometheus), for whoever watches the house. */
export function healthRoutes(app: FastifyInstance, { db, token, gauges }: HealthDeps): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  gauges(registry)
  app.addHook('onClose', async () => registry.clear())

  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      await sql`select 1`.execute(db)
      return { status: 'ready' }
    } catch {
      return reply.code(503).header('retry-after', '5').send({ status: 'database unavailable' })
    }
  })
  app.get('/metrics', async (request, reply) => {
    if (token === undefined) throw problem('not_found')
    if (token !== null && !isBearer(request.headers.authorization, token)) throw problem('unauthenticated')
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

/** Compared by digests, so that the time it takes says nothing of how much was right. */
function isBearer(header: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`))
}
