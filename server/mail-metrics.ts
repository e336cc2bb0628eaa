import { sql } from 'kysely'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Db } from './platform/database.ts'
import { collectInTime } from './platform/http/scrape.ts'
import { countTrouble } from './platform/mail/address-trouble.ts'
import type { Mailer } from './platform/mail/mailer.ts'

/** Registers what became of mails, addresses that they do not reach, and notifications that wait to be sent. */
export function registerMailGauges(registry: Registry, db: Db, { counts }: Pick<Mailer, 'counts'>): void {
  const mails: Counter<'result'> = new Counter({
    name: 'crels_mails_total',
    help: 'Mails that this process handed to the SMTP server: sent, refused for good (bounced), or not taken this time (failed).',
    labelNames: ['result'],
    registers: [registry],
    collect: () => {
      mails.reset()
      for (const [result, count] of Object.entries(counts)) mails.inc({ result }, count)
    },
  })
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
