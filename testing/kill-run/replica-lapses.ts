import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#server/platform/database.ts'
import type { StoppablePostgres } from '../stoppable-postgres.ts'
import type { Chance } from './chance.ts'

type Step = () => unknown

/** Reads that began before are answered by then, in milliseconds. */
const underWayMs = 2_000

/**
 * A replica that dies, hangs or replays nothing for some seconds, while what it would answer is read. Each throws where a
 * read was refused for it.
 */
export class ReplicaLapses {
  readonly #primary: StoppablePostgres
  readonly #replica: StoppablePostgres
  readonly #origins: string[]
  readonly #ageMaxMs: number

  /** `ageMaxMs` is DATABASE_REPLICA_LAG_SECONDS of the processes. */
  constructor(
    { primary, replica }: { primary: StoppablePostgres; replica: StoppablePostgres },
    { origins, ageMaxMs }: { origins: string[]; ageMaxMs: number },
  ) {
    this.#primary = primary
    this.#replica = replica
    this.#origins = origins
    this.#ageMaxMs = ageMaxMs
  }

  async die(chance: Chance): Promise<void> {
    await this.#readWhile(this.#replica.crash, async () => await someSeconds(chance), this.#replica.start)
  }

  async hang(chance: Chance): Promise<void> {
    await this.#readWhile(this.#replica.freeze, async () => await someSeconds(chance), this.#replica.thaw)
  }

  /** Throws as well where it still answers once what it answers is older than it may be. */
  async lag(chance: Chance): Promise<void> {
    const pause = async () => {
      await ask(this.#replica, 'select pg_wal_replay_pause()')
      // As long as nothing is written it has everything, and may answer.
      await ask(this.#primary, `select pg_logical_emit_message(true, 'kill run', 'not replayed')`)
    }
    const requireUnasked = async () => {
      await sleep(this.#ageMaxMs + underWayMs)
      const before = await this.#answeredByReplica()
      await someSeconds(chance)
      const answers = (await this.#answeredByReplica()) - before
      if (answers > 0)
        throw new Error(
          `A replica that had replayed nothing for more than ${this.#ageMaxMs} ms answered ${answers} reads`,
        )
    }
    await this.#readWhile(pause, requireUnasked, async () => {
      await ask(this.#replica, 'select pg_wal_replay_resume()')
    })
  }

  async #answeredByReplica(): Promise<number> {
    const counts = await Promise.all(this.#origins.map(async (origin) => await staleReadsAt(origin)))
    return counts.reduce((sum, count) => sum + (count['reads by replica'] ?? 0), 0)
  }

  async #readWhile(away: Step, work: () => Promise<void>, back: Step): Promise<void> {
    const over = new AbortController()
    const reads = Promise.all(this.#origins.map(async (origin) => await readAlways(origin, over.signal)))
    // It is awaited once the replica is back.
    reads.catch(() => {})
    await away()
    try {
      await work()
    } finally {
      await back()
      over.abort()
    }
    await reads
  }
}

async function someSeconds(chance: Chance): Promise<void> {
  await sleep(chance.between(2_500, 6_000))
}

async function ask({ url }: StoppablePostgres, statement: string): Promise<void> {
  const db = openDatabase({ url, poolSize: 1 })
  await sql
    .raw(statement)
    .execute(db)
    .finally(async () => await db.destroy())
}

/** How many reads that may be some seconds old a process has had, by who answered. */
export async function staleReadsAt(origin: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const text = await (await fetch(`${origin}/metrics`)).text()
  for (const [, source, count] of text.matchAll(/^crels_stale_reads_total\{.*source="([\w-]+)"\} (\d+)$/gm))
    counts[`reads by ${source}`] = (counts[`reads by ${source}`] ?? 0) + Number(count)
  return counts
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
