import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { DatabaseHealth } from '../database-health.ts'
import type { Db } from '../database.ts'
import { sparingLog } from '../sparing-log.ts'
import { inSnapshot } from '../transaction.ts'
import { PrimaryPositions } from './primary-positions.ts'
import type { ReadDb } from './read-db.ts'
import { beatMs, Replica, type ReplicaOptions } from './replica.ts'
import { primaryStateSql, type ServerLog, type ServerState } from './server-state.ts'
import { WatchConnection } from './watch-connection.ts'

/**
 * What may be some seconds old, each by its name in /metrics. `statistics` are read on one snapshot, with plans for their
 * values; `lists` keep their plans (docs/decisions/027-lists-use-generic-plans.md).
 */
export const readPlaces = {
  analytics: 'statistics',
  'public-totals': 'statistics',
  campaigns: 'lists',
  leaderboard: 'lists',
  seasons: 'lists',
} as const

export type ReadPlace = keyof typeof readPlaces

/** Who answered and why: a replica, or the primary since the client asked so, none was well, or one failed. */
export const readSources = ['replica', 'primary-asked', 'primary-none-well', 'primary-failed'] as const
export type ReadSource = (typeof readSources)[number]

/** The primary's pools for both kinds. */
export interface PrimaryPools {
  db: Db
  preparedDb: Db
}

/** The primary, with an address past any pooler, to look at it by. */
export interface Primary extends PrimaryPools {
  url: string
  databaseHealth: DatabaseHealth
}

/** Longer than the primary takes to say where its log is. */
const silenceMs = 3_000

/**
 * Reads that may be older than the primary by a bound: from a replica that is well, each in turn, else from the primary.
 * What fails on a replica is asked of the primary, so that a replica fails no request, and something that is not there yet
 * is found; only a statement that ran into its time-out is not asked again.
 */
export class StaleReads {
  readonly #primary: PrimaryPools
  readonly #stopping = new AbortController()
  readonly #positions: PrimaryPositions
  readonly #failed: ReturnType<typeof sparingLog>
  readonly #watched: WatchConnection
  #written: ServerLog | null = null
  #turn = 0
  #watching: Promise<void> | undefined
  readonly replicas: readonly Replica[]
  /** Reads by place and source, of this process. */
  readonly counts: Record<ReadPlace, Record<ReadSource, number>>

  constructor(
    primary: Primary,
    { replicas, lagMaxMs, log }: { replicas: ReplicaOptions[]; lagMaxMs: number; log: Logger },
  ) {
    this.#primary = primary
    const { url, databaseHealth: health } = primary
    this.#watched = new WatchConnection({ url, name: 'crels watch', health, silenceMs })
    this.#failed = sparingLog(log)
    this.#positions = new PrimaryPositions(2 * lagMaxMs)
    const bounds = { positions: this.#positions, lagMaxMs, primary: () => this.#written }
    this.replicas = replicas.map((options) => new Replica(options, bounds))
    this.counts = Object.fromEntries(
      Object.keys(readPlaces).map((place) => [
        place,
        Object.fromEntries(readSources.map((source) => [source, 0])),
      ]),
    ) as StaleReads['counts']
  }

  /** Every database that is read from. */
  get databases(): Db[] {
    const ofReplicas = this.replicas.flatMap(({ app, lists }) => [app, lists])
    return [this.#primary.db, this.#primary.preparedDb, ...ofReplicas]
  }

  /**
   * Runs `work`, perhaps twice, on a database that it may only read. With `Cache-Control: no-cache` a request asks for
   * what is true now: the primary answers.
   */
  async read<T>(
    place: ReadPlace,
    { headers }: { headers: IncomingHttpHeaders },
    work: (db: ReadDb) => Promise<T>,
  ): Promise<T> {
    const asked = asksForNow(headers)
    const replica = asked ? undefined : this.#next()
    let source: ReadSource = asked ? 'primary-asked' : 'primary-none-well'
    if (replica) {
      try {
        const answer = await readBy(readPlaces[place], { db: replica.app, preparedDb: replica.lists }, work)
        this.counts[place].replica += 1
        return answer
      } catch (error) {
        const { code, status } = error as { code?: string; status?: number }
        if (code === '57014') throw error
        // A refusal of ours is no failure of the replica's.
        if (status === undefined)
          this.#failed('replica', { err: error, place, replica: replica.number }, 'replica')
        source = 'primary-failed'
      }
    }
    this.counts[place][source] += 1
    return await readBy(readPlaces[place], this.#primary, work)
  }

  /** Looks at the replicas from now on; before that the primary answers. */
  start(): void {
    if (this.replicas.length === 0) return
    this.#watching ??= this.#watch()
    for (const replica of this.replicas) replica.start()
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await Promise.all([this.#watching, ...this.replicas.map((replica) => replica.close())])
  }

  /** Those that are well, each in its turn. */
  #next(): Replica | undefined {
    const well = this.replicas.filter(({ isWell }) => isWell)
    return well[this.#turn++ % well.length]
  }

  /**
   * Follows where the primary's log is. While it is away nothing new is known, and after the bound no replica is asked.
   */
  async #watch(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      // Before it is asked: what was committed until then is in its answer.
      const atMs = performance.now()
      try {
        const { bytes, ...written } = await this.#watched.ask<ServerState>(primaryStateSql)
        this.#written = written
        this.#positions.add({ atMs, bytes })
      } catch {
        // Others notice, and say so: here nothing is known.
      }
      await delay(beatMs, undefined, { signal }).catch(() => {})
    }
    this.#watched.cut()
  }
}

async function readBy<T>(
  kind: (typeof readPlaces)[ReadPlace],
  { db, preparedDb }: PrimaryPools,
  work: (db: ReadDb) => Promise<T>,
): Promise<T> {
  return kind === 'lists' ? await work(preparedDb) : await inSnapshot(db, work)
}

/** RFC 9111, 5.2.1: what the client has of it may be old by no time. */
function asksForNow({ 'cache-control': wanted = '' }: IncomingHttpHeaders): boolean {
  return /(?:^|[\s,])(?:no-cache|max-age=0)(?:$|[\s,])/i.test(wanted)
}
