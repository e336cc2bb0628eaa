import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Db } from '../database.ts'

/** `/healthz` (the process lives), `/readyz` (it can serve) and `/metrics` (Prometheus), for whoever watches the house. */
export function healthRoutes(
  app: FastifyInstance,
  db: Db,
  gauges: (registry: Registry) => void = () => {},
): void {
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
  app.get('/metrics', async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()))
}
