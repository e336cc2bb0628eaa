import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { dateOf, dayOf } from './click-id.ts'

/**
 * The salts of visitor hashes, one a UTC day, the same in every process on the database. They are read ahead, so
 * that a redirect never waits for one; where that failed a salt of this process alone serves until it works.
 */
export class VisitorSalts {
  readonly #db: Db
  readonly #clock: Clock
  readonly #log: Logger
  readonly #salts = new Map<number, { salt: string; shared: boolean }>()
  #refreshing: Promise<void> | undefined
  /** The last day on which everything was as it should be. */
  #done: number | undefined

  constructor(db: Db, clock: Clock, log: Logger) {
    this.#db = db
    this.#clock = clock
    this.#log = log
  }

  /** The salt of a day (32 bytes in hexadecimal), at once. */
  of(day: number): string {
    const known = this.#salts.get(day)
    if (known) return known.salt
    const salt = newSalt()
    this.#salts.set(day, { salt, shared: false })
    this.#done = undefined
    void this.refresh()
    return salt
  }

  /** The salt of a day that may be over, if it is still known. */
  ofPast(day: number): string | undefined {
    return this.#salts.get(day)?.salt
  }

  /** Shares or adopts the salts of today and tomorrow, and forgets those before yesterday, here and there. */
  async refresh(): Promise<void> {
    await (this.#refreshing ??= this.#refresh()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'visitor salts'))
      .finally(() => (this.#refreshing = undefined)))
  }

  async #refresh(): Promise<void> {
    const today = dayOf(this.#clock.now().getTime())
    if (today === this.#done) return
    await sql`delete from click_salt where day < ${dateOf(today - 1)}::date`.execute(this.#db)
    for (const day of this.#salts.keys()) if (day < today - 1) this.#salts.delete(day)
    for (const day of [today - 1, today, today + 1]) {
      if (this.#salts.get(day)?.shared) continue
      const salt = await this.#share(day, day < today)
      if (salt) this.#salts.set(day, { salt, shared: true })
    }
    this.#done = today
  }

  async #share(day: number, past: boolean): Promise<string | undefined> {
    // A salt of yesterday that was not used yesterday is not needed.
    const offered = past ? null : (this.#salts.get(day)?.salt ?? newSalt())
    if (offered)
      await sql`insert into click_salt (day, salt) values (${dateOf(day)}::date, decode(${offered}, 'hex')) on conflict do nothing`.execute(
        this.#db,
      )
    const { rows } = await sql<{ salt: string }>`
      select encode(salt, 'hex') as salt from click_salt where day = ${dateOf(day)}::date`.execute(this.#db)
    return rows[0]?.salt
  }
}

function newSalt(): string {
  return randomBytes(32).toString('hex')
}
