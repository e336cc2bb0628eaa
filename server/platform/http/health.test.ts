import Fastify from 'fastify'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { startTestApp } from '#testing/app.ts'
import type { ReadinessCheck } from '../readiness.ts'
import { healthRoutes, registerCheckGauge } from './health.ts'

test('a scrape waits for no database that hangs: it has what was found last', async () => {
  const app = await startTestApp()
  const server = Fastify()
  const holder = await app.db.startTransaction().execute()
  let isHeld = false
  // Asked of a table that is locked, the database takes the question and does not answer.
  const look = async () => {
    if (isHeld) await sql`select from campaign limit 1`.execute(app.db)
    return 'as it was'
  }
  const checks: ReadinessCheck[] = [{ name: 'held', refuses: true, look }]
  const registry = new Registry()
  registerCheckGauge(registry, checks)
  healthRoutes(server, { checks, token: null, place: { developmentTools: true }, registry })
  const scrape = async () => (await server.inject('/metrics')).body
  const line = 'crels_readiness_finding{check="held",refuses="true"} 1'
  try {
    expect(await scrape()).toContain(line)
    await sql`lock table campaign in access exclusive mode`.execute(holder)
    isHeld = true
    expect(await scrape()).toContain(line)
  } finally {
    await holder.rollback().execute()
    await server.close()
    await app.close()
  }
})
