import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#server/platform/database.ts'
import type { StoppablePostgres } from '../stoppable-postgres.ts'
import type { Chance } from './chance.ts'

type Step = () => unknown

/**
 * A replica that dies, hangs or replays nothing for some seconds, while what it would answer is read. Each throws where a
 * read was refused for it.
 */
export class ReplicaLapses {
  readonly #replica: StoppablePostgres
  readonly #origins: string[]

  constructor(replica: StoppablePostgres, origins: string[]) {
    this.#replica = replica
    this.#origins = origins
  }

  async die(chance: Chance): Promise<void> {
    await this.#readWhile(chance, this.#replica.crash, this.#replica.start)
  }

  async hang(chance: Chance): Promise<void> {
    await this.#readWhile(chance, this.#replica.freeze, this.#replica.thaw)
  }

  async lag(chance: Chance): Promise<void> {
    const ask = (statement: string) => async () => {
      const db = openDatabase({ url: this.#replica.url, poolSize: 1 })
      await sql
        .raw(statement)
        .execute(db)
        .finally(async () => await db.destroy())
    }
    await this.#readWhile(chance, ask('select pg_wal_replay_pause()'), ask('select pg_wal_replay_resume()'))
  }

  async #readWhile(chance: Chance, away: Step, back: Step): Promise<void> {
    const over = new AbortController()
    const reads = Promise.all(this.#origins.map(async (origin) => await readAlways(origin, over.signal)))
    // It is awaited once the replica is back.
    reads.catch(() => {})
    await away()
    await sleep(chance.between(2_500, 6_000))
    await back()
    over.abort()
    await reads
  }
}

/**
 * Reads what a replica may answer, until the signal; throws where it is refused and the primary answers the same at
 * once.
 */
async function readAlways(origin: string, over: AbortSignal): Promise<void> {
  const url = `${origin}/api/v1/gamification/public/leaderboard`
  while (!over.aborted) {
    const { status } = await fetch(url)
    if (status !== 200 && (await fetch(url, { headers: { 'cache-control': 'no-cache' } })).status === 200)
      throw new Error(`With its replica away ${origin} answered ${status}`)
    await sleep(20)
  }
}
