import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { DatabaseHealth } from '../database-health.ts'
import { openDatabase, type Db, type DatabaseOptions } from '../database.ts'
import type { PrimaryPositions } from './primary-positions.ts'
import { replicaStateSql, type ServerLog, type ServerState } from './server-state.ts'
import { WatchConnection } from './watch-connection.ts'

/** How often a replica is looked at, in milliseconds. */
export const beatMs = 1_000
/** Silence of this length, in milliseconds, leaves it out: shorter than for the database, since that answers instead. */
const silenceMs = 2_000

/** What replicas are held to. */
export interface Bounds {
  positions: PrimaryPositions
  /** How old an answer may be, in milliseconds. */
  lagMaxMs: number
  /** What the primary writes; null as long as it is not known. */
  primary(): ServerLog | null
}

export interface ReplicaOptions {
  /** Its place in DATABASE_REPLICA_URLS, from 1. */
  number: number
  /** For statements as they come, and for those that keep their plans. */
  app: DatabaseOptions
  lists: DatabaseOptions
  log: Logger
}

/** One streaming replica: its pools, and whether it may be asked just now. */
export class Replica {
  readonly number: number
  readonly app: Db
  readonly lists: Db
  readonly #health: DatabaseHealth
  readonly #log: Logger
  readonly #watched: WatchConnection
  readonly #bounds: Bounds
  readonly #stopping = new AbortController()
  /** The moment before which it has everything; undefined while it may not be asked. */
  #coveredMs: number | undefined
  #leftOut: string | null = null
  #watching: Promise<void> | undefined

  constructor({ number, app, lists, log }: ReplicaOptions, bounds: Bounds) {
    this.number = number
    this.#log = log
    this.#bounds = bounds
    this.#health = new DatabaseHealth(log, {
      lost: `Replica ${number} of DATABASE_REPLICA_URLS is away: its reads go to others or to the primary`,
      back: `Replica ${number} of DATABASE_REPLICA_URLS answers again`,
    })
    const databaseHealth = this.#health
    this.#watched = new WatchConnection({
      url: app.url,
      name: `crels replica ${number} watch`,
      health: databaseHealth,
      silenceMs,
    })
    this.app = openDatabase({ ...app, databaseHealth, name: `crels replica ${number}` })
    this.lists = openDatabase({ ...lists, databaseHealth, name: `crels replica ${number} lists` })
  }

  /** How old an answer of it may be now, in seconds; undefined where that is not known. */
  get lagSec(): number | undefined {
    return this.#coveredMs === undefined ? undefined : (performance.now() - this.#coveredMs) / 1_000
  }

  /** Whether it answers, and no answer is older than the bound. */
  get isWell(): boolean {
    return !this.#health.isAway && (this.lagSec ?? Infinity) * 1_000 <= this.#bounds.lagMaxMs
  }

  get pools(): DatabaseHealth['pools'] {
    return this.#health.pools
  }

  /** Looks at it from now on. */
  start(): void {
    this.#watching ??= this.#watch()
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#watching
    await Promise.all([this.app.destroy(), this.lists.destroy()])
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        const state = await this.#watched.ask<ServerState & { isReplica: boolean }>(replicaStateSql)
        this.#health.back()
        this.#judge(state)
      } catch (error) {
        this.#coveredMs = undefined
        if (!signal.aborted) this.#health.lost(error)
      }
      await delay(beatMs, undefined, { signal }).catch(() => {})
    }
    this.#watched.cut()
  }

  #judge({ isReplica, bytes, server, timeline }: ServerState & { isReplica: boolean }): void {
    const { positions, primary } = this.#bounds
    const written = primary()
    const fault = !isReplica
      ? 'it takes writes: it was promoted, or is the primary'
      : written && server !== written.server
        ? 'it is a copy of another server'
        : written && timeline !== written.timeline
          ? `it is on timeline ${timeline}, the primary on ${written.timeline}: after a failover it follows within minutes, or not at all`
          : null
    this.#coveredMs = fault ? undefined : positions.coveredBy(bytes)
    this.#say(fault ?? (this.isWell ? null : 'it is behind DATABASE_REPLICA_LAG_SECONDS'))
  }

  /** Once when it is left out, and once when it is taken back. */
  #say(reason: string | null): void {
    if (reason === this.#leftOut) return
    this.#leftOut = reason
    const { number } = this
    if (reason) this.#log.warn({ replica: number, reason }, `Replica ${number} is left out`)
    else this.#log.info({ replica: number }, `Replica ${number} is asked again`)
  }
}
