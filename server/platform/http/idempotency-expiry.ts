import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { job, type Job } from '../jobs.ts'
import { idempotencyKeyDays } from './idempotency.ts'

/** The job that forgets keys older than `idempotencyKeyDays`; it answers how many rows went. */
export function idempotencyExpiry(db: Db, batchSize = 1_000): Job {
  return job({
    name: 'idempotency-expiry',
    doc: `Removes idempotency keys, with their recorded answers, after ${idempotencyKeyDays} days.`,
    cron: '29 * * * *',
    run: async () => {
      let deleted = 0
      for (;;) {
        const batch = await deleteOldest(db, batchSize)
        deleted += batch
        if (batch < batchSize) return { deleted }
      }
    },
  })
}

/** One statement a batch: a first run over a year of keys holds no lock and no snapshot for long. */
async function deleteOldest(db: Db, batchSize: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from idempotency_key where (actor, key) in (
      select actor, key from idempotency_key
      where created_at < now() - make_interval(days => ${idempotencyKeyDays})
      order by created_at limit ${batchSize} for update skip locked)`.execute(db)
  return Number(numAffectedRows)
}
