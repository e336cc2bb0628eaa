import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from './database.ts'
import type { ReadDb } from './stale-reads/read-db.ts'

/** Domain time: what the product calls now. Wall time stays with identity, rate limits and job schedules. */
export interface Clock {
  now(): Date
}

/** How far this machine's clock is from the database's, in milliseconds, before a process is not ready to serve. */
export const CLOCK_SKEW_MAX_MS = 5_000

/**
 * A clock that follows the database's, with its offset row, so that code and SQL agree whatever this machine's says.
 * Between readings it goes on by `performance.now`, which no step of the machine's clock moves.
 */
export class SharedClock implements Clock {
  #shiftMs = 0
  /** The database's clock at a moment of `performance.now`; none before the first reading. */
  #anchor: Anchor | undefined
  /** How far apart the two clocks may seem without being so, in milliseconds. */
  #toleranceMs = 0
  /** What the last reading found, to notice a step of the machine's clock since. */
  #skewReadMs = 0
  /** Readings begun, and the latest of them that was heard: an answer that was overtaken on its way is old. */
  #begun = 0
  #heard = 0

  now(): Date {
    return new Date(this.#wallMs() + this.#shiftMs)
  }

  /** The database's clock less this machine's as it is now, in milliseconds; 0 within the error of a reading. */
  get skewMs(): number {
    const skewMs = Math.round(this.#wallMs() - Date.now())
    return Math.abs(skewMs) <= this.#toleranceMs ? 0 : skewMs
  }

  /** Whether the machine's clock was set, or the machine slept, since the last reading: it is time for another. */
  get isStepped(): boolean {
    return Math.abs(this.skewMs - this.#skewReadMs) > stepMs
  }

  /** Reads both again; called at start, each minute, after a step and on `NOTIFY clock`. */
  async follow(db: Db): Promise<void> {
    const count = ++this.#begun
    const reading = await readClock(db)
    if (count < this.#heard) return
    this.#heard = count
    this.#shiftMs = reading.shiftMs
    this.#toleranceMs = reading.toleranceMs
    // What agrees with the reading goes on undisturbed: no reading makes time jump by its own inexactness.
    const known = this.#anchor ? this.#wallMs(reading.atMs) : reading.machineMs
    const agrees = Math.abs(known - reading.wallMs) <= reading.toleranceMs
    if (!this.#anchor || !agrees)
      this.#anchor = { wallMs: agrees ? known : reading.wallMs, atMs: reading.atMs }
    this.#skewReadMs = this.skewMs
  }

  /** The database's wall clock at a moment of `performance.now`; this machine's before the first reading. */
  #wallMs(atMs = performance.now()): number {
    return this.#anchor ? this.#anchor.wallMs + (atMs - this.#anchor.atMs) : Date.now()
  }
}

/** A wall clock's time at a moment of `performance.now`, both in milliseconds. */
interface Anchor {
  wallMs: number
  atMs: number
}

/** A change of the two clocks' distance that is a step of one and no drift, in milliseconds. */
const stepMs = 1_000

/** Says in the log that this machine's clock is wrong, each time it is compared. */
export function sayClockSkew({ skewMs }: Pick<SharedClock, 'skewMs'>, log: Logger): void {
  if (Math.abs(skewMs) <= CLOCK_SKEW_MAX_MS) return
  const seconds = Math.round(Math.abs(skewMs) / 1_000)
  log.error(
    { seconds },
    `The clock of this machine is ${seconds} s ${skewMs > 0 ? 'behind' : 'ahead of'} the database: set it by NTP; /readyz answers 503 until then`,
  )
}

/** A reading that took this long, in milliseconds, is accurate enough. */
const quickMs = 20
const readingsMax = 4

interface Reading extends Anchor {
  shiftMs: number
  /** This machine's wall clock at the same moment. */
  machineMs: number
  toleranceMs: number
}

/** The offset row and the database's clock, by the quickest of some readings. */
async function readClock(db: Db): Promise<Reading> {
  let best: (Reading & { tookMs: number }) | undefined
  for (let count = 0; count < readingsMax && !(best && best.tookMs <= quickMs); count++) {
    const [begunMs, begunAtMs] = [Date.now(), performance.now()]
    const { rows } = await sql<{ shiftMs: number; wallMs: number }>`
      select (extract(epoch from shift) * 1000)::float8 as "shiftMs",
             (extract(epoch from clock_timestamp()) * 1000)::float8 as "wallMs" from clock_offset`.execute(db)
    const tookMs = performance.now() - begunAtMs
    if (best && tookMs >= best.tookMs) continue
    const { shiftMs, wallMs } = rows[0]!
    const [machineMs, atMs] = [begunMs + tookMs / 2, begunAtMs + tookMs / 2]
    // The database read its clock at some moment of the reading, and that is all that is known.
    const toleranceMs = tookMs / 2 + quickMs
    best = { shiftMs: Math.round(shiftMs), wallMs, machineMs, atMs, toleranceMs, tookMs }
  }
  return best!
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
export async function databaseNow(db: ReadDb): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select crels_now() as now`.execute(db)
  return rows[0]!.now
}
