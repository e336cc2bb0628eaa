import type { Socket } from 'node:net'
import pg from 'pg'
import type { DatabaseHealth } from '../database-health.ts'
import { inTime } from '../in-time.ts'

export interface WatchOptions {
  url: string
  /** Shown in pg_stat_activity. */
  name: string
  /** Whose health cuts it, too. */
  health: DatabaseHealth
  /** Silence of this length, in milliseconds, is a failure. */
  silenceMs: number
}

/**
 * A connection to look at a server by: one of its own, since a pool whose connections are all taken would say nothing of
 * the server. After a failure the next question makes a new one.
 */
export class WatchConnection {
  readonly #options: WatchOptions
  #open: { client: pg.Client; socket: Socket } | undefined

  constructor(options: WatchOptions) {
    this.#options = options
  }

  /** The one row of a statement. Throws where it is not answered in time. */
  async ask<Row extends object>(statement: string): Promise<Row> {
    try {
      this.#open ??= await this.#connect()
      const { rows } = await inTime(this.#open.client.query<Row>(statement), this.#options.silenceMs)
      return rows[0]!
    } catch (error) {
      this.cut()
      throw error
    }
  }

  /** Ends it without a word to the server, which may not read it. */
  cut(): void {
    this.#open?.socket.destroy()
    this.#open = undefined
  }

  async #connect(): Promise<{ client: pg.Client; socket: Socket }> {
    const { url, name, health, silenceMs } = this.#options
    const socket = health.socket()
    const client = new pg.Client({ connectionString: url, application_name: name, stream: () => socket })
    client.on('error', () => {})
    try {
      await inTime(client.connect(), silenceMs)
      return { client, socket }
    } catch (error) {
      socket.destroy()
      throw error
    }
  }
}
