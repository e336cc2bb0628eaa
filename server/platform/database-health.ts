import { Socket } from 'node:net'
import type { Logger } from 'pino'
import { DatabaseAway } from './outage.ts'

/** What a pool says of its connections. */
export type PoolCounts = Readonly<Record<'totalCount' | 'idleCount' | 'waitingCount', number>>

/** What the log says of it. */
export type HealthTexts = Record<'lost' | 'back', string>

const textsOfDatabase: HealthTexts = {
  lost: 'The database is away: requests are answered 503 until it is back',
  back: 'The database is back',
}

/**
 * Whether the database answers, for all connections of this process. The listener feels it every second. One that is
 * silent (stopped, or behind a network that swallows everything) closes no connection and would hold each request as
 * long as it lasts: so every socket is cut when the silence is noticed, and until it answers again requests fail at
 * once.
 */
export class DatabaseHealth {
  readonly #log: Logger
  readonly #texts: HealthTexts
  readonly #sockets = new Set<Socket>()
  readonly #whenLost = new Set<() => void>()
  readonly #whenBack: (() => void)[] = []
  /** The product's pools by name, for /metrics. */
  readonly pools = new Map<string, PoolCounts>()
  #awaySinceMs: number | undefined

  constructor(log: Logger, texts: HealthTexts = textsOfDatabase) {
    this.#log = log
    this.#texts = texts
  }

  get isAway(): boolean {
    return this.#awaySinceMs !== undefined
  }

  /** A socket for a connection (the option `stream` of `pg`) that is cut when the database is lost. */
  readonly socket = (): Socket => {
    const socket = new Socket()
    this.#sockets.add(socket)
    return socket.once('close', () => this.#sockets.delete(socket))
  }

  /** Waits for a connection no longer than there is hope; throws DatabaseAway. One that comes too late is given back. */
  async connecting<Client extends { release(destroy: boolean): void }>(
    connect: () => Promise<Client>,
  ): Promise<Client> {
    if (this.isAway) throw new DatabaseAway()
    return await new Promise((resolve, reject) => {
      let isLost = false
      const lost = () => {
        isLost = true
        reject(new DatabaseAway())
      }
      this.#whenLost.add(lost)
      connect()
        .then((client) => (isLost ? client.release(true) : resolve(client)), reject)
        .finally(() => this.#whenLost.delete(lost))
    })
  }

  /** Calls `hear` each time the database answers again. */
  onBack(hear: () => void): void {
    this.#whenBack.push(hear)
  }

  /** The database was found away. Logged once, however many requests notice. */
  lost(reason: unknown): void {
    if (this.isAway) return
    this.#awaySinceMs = performance.now()
    this.#log.error({ err: reason }, this.#texts.lost)
    for (const lost of this.#whenLost) lost()
    for (const socket of this.#sockets) socket.destroy()
  }

  /** The database answers. */
  back(): void {
    if (this.#awaySinceMs === undefined) return
    const seconds = Math.round((performance.now() - this.#awaySinceMs) / 100) / 10
    this.#awaySinceMs = undefined
    this.#log.warn({ seconds }, this.#texts.back)
    for (const hear of this.#whenBack) hear()
  }
}
