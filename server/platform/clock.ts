import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Domain time: what the product calls now. Wall time stays with identity, rate limits and job schedules. */
export interface Clock {
  now(): Date
}

/** A clock that follows the database's offset row, so that code and SQL agree. */
export class SharedClock implements Clock {
  #shiftMs = 0
  /** Readings begun, and the latest of them that was heard: an answer that was overtaken on its way is old. */
  #begun = 0
  #heard = 0

  now(): Date {
    return new Date(Date.now() + this.#shiftMs)
  }

  /** Reads the offset again; called at start and on `NOTIFY clock`. */
  async follow(db: Db): Promise<void> {
    const reading = ++this.#begun
    const { rows } = await sql<{ ms: string }>`
      select (extract(epoch from shift) * 1000)::bigint::text as ms from clock_offset`.execute(db)
    if (reading < this.#heard) return
    this.#heard = reading
    this.#shiftMs = Number(rows[0]!.ms)
  }
}

/** Moves domain time by an interval such as `31 days`, for every process on this database. Development only. */
export async function shiftClock(db: Db, interval: string): Promise<Date> {
  return await db.transaction().execute(async (tx) => {
    await sql`update clock_offset set shift = shift + ${interval}::interval`.execute(tx)
    await sql`select pg_notify('clock', '')`.execute(tx)
    return await databaseNow(tx)
  })
}

/** Puts domain time back to the wall clock. */
export async function resetClock(db: Db): Promise<Date> {
  return await db.transaction().execute(async (tx) => {
    await sql`update clock_offset set shift = '0'`.execute(tx)
    await sql`select pg_notify('clock', '')`.execute(tx)
    return await databaseNow(tx)
  })
}

/** The database's domain time, the one that decides. */
export async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select crels_now() as now`.execute(db)
  return rows[0]!.now
}
