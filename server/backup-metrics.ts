import { Gauge, type Registry } from 'prom-client'
import { lastBackup } from './platform/backup/backup-queries.ts'
import { waitingRestoration } from './platform/backup/restoration.ts'
import type { Db } from './platform/database.ts'
import { collectInTime } from './platform/http/scrape.ts'
import type { ReadinessCheck } from './platform/readiness.ts'

/** Registers how old the last backup is, and whether a restored database waits for a person. */
export function registerBackupGauge(registry: Registry, db: Db): void {
  const gauge: Gauge<'metric'> = new Gauge({
    name: 'crels_backup',
    help: 'Seconds since the last backup of `crels backup`, or of other tools where `crels backup note` told of it (age_seconds, absent without one), its bytes where it is of the former (bytes), and whether a restored database waits for `crels restore confirm` (restore_waiting).',
    labelNames: ['metric'],
    registers: [registry],
    collect: collectInTime(async () => {
      const measured = await Promise.all([lastBackup(db), waitingRestoration(db)]).catch(() => null)
      if (!measured) return
      const [last, waiting] = measured
      gauge.reset()
      if (last) {
        gauge.set({ metric: 'age_seconds' }, last.ageSec)
        if (last.bytes !== null) gauge.set({ metric: 'bytes' }, last.bytes)
      }
      gauge.set({ metric: 'restore_waiting' }, waiting ? 1 : 0)
    }),
  })
}

/** Says that a restored database waits for a person, beside `ready`. */
export function restoredCheck(db: Db): ReadinessCheck {
  return {
    name: 'restored',
    refuses: false,
    look: async () => {
      const waiting = await waitingRestoration(db)
      return (
        waiting &&
        `restored as of ${waiting.backupAt.toISOString()}: payouts, mails and webhooks wait for crels restore confirm`
      )
    },
  }
}
