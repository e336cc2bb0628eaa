import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Db } from './platform/database.ts'
import { collectInTime } from './platform/http/scrape.ts'
import { countTrouble } from './platform/mail/address-trouble.ts'

/** Registers addresses that mails do not reach, and notifications that wait to be sent. */
export function registerMailGauge(registry: Registry, db: Db): void {
  const gauge: Gauge<'metric'> = new Gauge({
    name: 'crels_notifications',
    help: 'Addresses that bounced (bounce), whose reader called a mail spam (complaint), or that took none for a while (soft); notifications that wait to be sent (pending), and for how many seconds the longest due does (late_seconds).',
    labelNames: ['metric'],
    registers: [registry],
    collect: collectInTime(measure),
  })
  async function measure(): Promise<void> {
    const measured = await Promise.all([countTrouble(db), pending(db)]).catch(() => undefined)
    for (const values of measured ?? [])
      for (const [metric, value] of Object.entries(values)) gauge.set({ metric }, value)
  }
}

async function pending(db: Db): Promise<{ pending: number; late_seconds: number }> {
  const { rows } = await sql<{ pending: number; since: number }>`
    select count(*)::int as pending, coalesce(extract(epoch from crels_now() - min(due)), 0)::int as since
    from (select created_at as due from notification where dispatched_at is null
          union all select due_at from notification_delivery where state = 'pending') waiting`.execute(db)
  const { pending: waiting, since } = rows[0]!
  return { pending: waiting, late_seconds: Math.max(0, since) }
}
