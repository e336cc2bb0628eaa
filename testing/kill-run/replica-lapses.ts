import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#server/platform/database.ts'
import type { StoppablePostgres } from '../stoppable-postgres.ts'
import type { Chance } from './chance.ts'

type Step = () => unknown

/** A replica that dies, hangs or replays nothing for some seconds, while what it would answer is read. */
export class ReplicaLapses {
  readonly #origins: string[]
  readonly #kinds: [away: Step, back: Step][]
  #turn: number | undefined

  constructor(replica: StoppablePostgres, origins: string[]) {
    this.#origins = origins
    const ask = async (statement: string) => {
      const db = openDatabase({ url: replica.url, poolSize: 1 })
      await sql
        .raw(statement)
        .execute(db)
        .finally(async () => await db.destroy())
    }
    this.#kinds = [
      [replica.crash, replica.start],
      [replica.freeze, replica.thaw],
      [
        async () => await ask('select pg_wal_replay_pause()'),
        async () => await ask('select pg_wal_replay_resume()'),
      ],
    ]
  }

  /** One of the three, each in its turn and any of them first. Throws where a read was refused for it. */
  async next(chance: Chance): Promise<void> {
    this.#turn = (this.#turn ?? chance.whole(0, 2)) + 1
    const [away, back] = this.#kinds[this.#turn % this.#kinds.length]!
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
