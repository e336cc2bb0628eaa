import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Db } from '#server/platform/database.ts'
import { collectInTime } from '#server/platform/http/scrape.ts'
import { isInRedemptionQueue } from './redemption-lists.ts'

/** Registers how many wait, for how many seconds the oldest does, and what providers say otherwise; 0 where none does. */
export function registerPayoutGauge(registry: Registry, db: Db): void {
  const gauge: Gauge<'metric'> = new Gauge({
    name: 'crels_payouts',
    help: 'Payouts that are being sent, in no payout run, and wait for a person (sending), and for how many seconds the oldest does (sending_seconds); and payouts of which a provider says otherwise than what is written down, or that were made twice, not settled (mismatches).',
    labelNames: ['metric'],
    registers: [registry],
    collect: collectInTime(count),
  })
  async function count(): Promise<void> {
    const found = await sql<{ sending: number; seconds: number; mismatches: number }>`
      select count(*)::int as sending,
        coalesce(extract(epoch from crels_now() - min(r.state_at)), 0)::int as seconds,
        (select count(*)::int from payout_mismatch where settled_at is null) as mismatches
      from redemption r where ${isInRedemptionQueue('sending', sql`r`)}`
      .execute(db)
      .catch(() => undefined)
    if (!found) return
    const { sending, seconds, mismatches } = found.rows[0]!
    gauge.set({ metric: 'sending' }, sending)
    gauge.set({ metric: 'sending_seconds' }, seconds)
    gauge.set({ metric: 'mismatches' }, mismatches)
  }
}
