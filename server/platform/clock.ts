import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from './database.ts'

/** Domain time: what the product calls now. Wall time stays with identity, rate limits and job schedules. */
export interface Clock {
  now(): Date
}

/** How far this machine's clock is from the database's, in milliseconds, before a process is not ready to serve. */
export const CLOCK_SKEW_MAX_MS = 5_000

/** A clock that follows the database's, with its offset row, so that code and SQL agree whatever this machine's says. */
export class SharedClock implements Clock {
  #shiftMs = 0
  #skewMs = 0
  /** Readings begun, and the latest of them that was heard: an answer that was overtaken on its way is old. */
  #begun = 0
  #heard = 0

  now(): Date {
    return new Date(Date.now() + this.#skewMs + this.#shiftMs)
  }

  /** The database's clock less this machine's, in milliseconds, as it was read last; 0 within what a reading can tell. */
  get skewMs(): number {
    return this.#skewMs
  }

  /** Reads both again; called at start, each minute and on `NOTIFY clock`. */
  async follow(db: Db): Promise<void> {
    const reading = ++this.#begun
    const { shiftMs, skewMs } = await readClock(db)
    if (reading < this.#heard) return
    this.#heard = reading
    this.#shiftMs = shiftMs
    this.#skewMs = skewMs
  }
}

/** Says in the log that this machine's clock is wrong, each time it is compared. */
export function sayClockSkew({ skewMs }: Pick<SharedClock, 'skewMs'>, log: Logger): void {
  if (Math.abs(skewMs) <= CLOCK_SKEW_MAX_MS) return
  const seconds = Math.round(Math.abs(skewMs) / 1_000)
  log.error(
    { seconds },
    `The clock of this machine is ${seconds} s ${skewMs > 0 ? 'behind' : 'ahead of'} the database: set it by NTP; /readyz answers 503 until then`,
  )
}

/** A reading that took this long, in milliseconds, tells the time well enough. */
const quickMs = 20
const readingsMax = 4

/** The offset row, and the database's clock less this machine's by the quickest of some readings. */
async function readClock(db: Db): Promise<{ shiftMs: number; skewMs: number }> {
  let best: { shiftMs: number; skewMs: number; tookMs: number } | undefined
  for (let count = 0; count < readingsMax && !(best && best.tookMs <= quickMs); count++) {
    const [begunMs, begunAtMs] = [Date.now(), performance.now()]
    const { rows } = await sql<{ shiftMs: number; wallMs: number }>`
      select (extract(epoch from shift) * 1000)::float8 as "shiftMs",
             (extract(epoch from clock_timestamp()) * 1000)::float8 as "wallMs" from clock_offset`.execute(db)
    const tookMs = performance.now() - begunAtMs
    const { shiftMs, wallMs } = rows[0]!
    const skewMs = Math.round(wallMs - (begunMs + tookMs / 2))
    if (!best || tookMs < best.tookMs) best = { shiftMs: Math.round(shiftMs), skewMs, tookMs }
  }
  const { shiftMs, skewMs, tookMs } = best!
  // The database read its clock at some moment of the reading, and that is all that is known.
  return { shiftMs, skewMs: Math.abs(skewMs) <= tookMs / 2 + quickMs ? 0 : skewMs }
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
