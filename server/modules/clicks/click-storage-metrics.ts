import { Gauge, type Registry } from 'prom-client'
import type { Db } from '#server/platform/database.ts'
import { collectInTime } from '#server/platform/http/scrape.ts'
import { waitingBatches } from './click-batches.ts'
import type { ClickStorage } from './click-storage.ts'

/** Registers how much waits between the spool and ClickHouse; without figures where the database has the clicks. */
export function registerClickStorageGauges(
  registry: Registry,
  db: Db,
  { clickHouse, log }: Pick<ClickStorage, 'clickHouse' | 'log'>,
): void {
  const batches: Gauge<'metric'> = new Gauge({
    name: 'crels_click_batches',
    help: 'Batches of clicks that ClickHouse was to have and does not have yet: waiting, and oldest_seconds of the oldest; clicks missing, which nobody has had since their batch was stored without them.',
    labelNames: ['metric'],
    registers: [registry],
    collect: collectInTime(async () => {
      // While the database is away, it is what was measured last.
      const waiting = clickHouse && (await waitingBatches(db).catch(() => null))
      if (!waiting) return
      batches.set({ metric: 'waiting' }, waiting.batches)
      batches.set({ metric: 'oldest_seconds' }, waiting.oldestSec)
      batches.set({ metric: 'missing' }, waiting.missing)
    }),
  })
  const forgetting: Gauge = new Gauge({
    name: 'crels_click_forgetting',
    help: 'Whether ClickHouse takes off the sub-ids of members who left: 1, or 0 where it says that it cannot; crels doctor has why. Absent without it, and while it does not answer.',
    registers: [registry],
    collect: collectInTime(async () => {
      if (!clickHouse) return
      const failure = await clickHouse.mutationFailure().catch(() => undefined)
      if (failure === undefined) return forgetting.remove()
      forgetting.set(failure === null ? 1 : 0)
    }),
  })
  // A gauge without labels begins at 0.
  forgetting.remove()
  const gauge: Gauge<'metric'> = new Gauge({
    name: 'crels_click_log',
    help: 'The log of clicks (NATS): answers 1 or 0, segments waiting to be stored, oldest_seconds of the oldest of them, kept_seconds after which it is gone, replicas lagging.',
    labelNames: ['metric'],
    registers: [registry],
    collect: collectInTime(async () => {
      if (!log) return
      const state = await log.state().catch(() => null)
      gauge.reset()
      gauge.set({ metric: 'answers' }, state ? 1 : 0)
      if (!state) return
      gauge.set({ metric: 'waiting' }, state.waiting)
      gauge.set({ metric: 'oldest_seconds' }, state.oldestSec)
      gauge.set({ metric: 'kept_seconds' }, state.keptSec)
      gauge.set({ metric: 'lagging' }, state.lagging.length)
    }),
  })
}
