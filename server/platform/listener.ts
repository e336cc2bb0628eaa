import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { inTime, Silence } from './in-time.ts'
import { isOutage } from './outage.ts'
import type { DatabaseHealth } from './database-health.ts'

/**
 * Hears `NOTIFY` on one connection of its own, comes back by itself when that is lost, and feels by it whether the
 * database answers.
 */
export interface Listener {
  /**
   * Calls `heard` with each payload of a channel, and `missed` after every reconnection,
   * when notifications may have been lost in between. Register before `start`.
   */
  on(channel: string, heard: (payload: string) => void, missed: () => void): void
  start(): Promise<void>
  stop(): Promise<void>
}

const beatMs = 1_000
/** Silence of this length is an outage. Longer than a checkpoint or a crowd made `select 1` wait on two busy cores. */
const silenceMs = 3_000
const retryMs = 500

/** `holding` is run on each connection: it takes a lock for as long as this process listens. */
export function createListener(
  url: string,
  databaseHealth: DatabaseHealth,
  log: Logger,
  holding?: string,
): Listener {
  const channels: Channels = new Map()
  const stopping = new AbortController()
  let socket: Socket | undefined
  let following: Promise<void> | undefined

  const open = async () => {
    socket = databaseHealth.socket()
    return await connect(url, socket, { channels, holding })
  }

  const follow = async (first: pg.Client) => {
    for (let client: pg.Client | undefined = first; client; client = await reconnect()) {
      const reason = await untilLost(client, stopping.signal)
      // Without a word to the server, which may not read it.
      socket?.destroy()
      if (stopping.signal.aborted) return
      log.info({ err: reason }, 'listener lost its connection')
      if (reason instanceof Silence) databaseHealth.lost(reason)
    }
  }

  const reconnect = async () => {
    while (!stopping.signal.aborted) {
      try {
        const client = await open()
        databaseHealth.back()
        for (const handlers of channels.values()) for (const { missed } of handlers) missed()
        return client
      } catch (error) {
        // Too many connections: the ones there are may work.
        const isFull = (error as { code?: string }).code?.startsWith('53')
        if (!stopping.signal.aborted && (isOutage(error) || error instanceof Silence) && !isFull)
          databaseHealth.lost(error)
        await delay(retryMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  return {
    on: (channel, heard, missed) => {
      channels.set(channel, [...(channels.get(channel) ?? []), { heard, missed }])
    },
    start: async () => {
      following = follow(await open())
    },
    stop: async () => {
      stopping.abort()
      socket?.destroy()
      await following
    },
  }
}

type Channels = Map<string, { heard: (payload: string) => void; missed: () => void }[]>

async function connect(
  url: string,
  socket: Socket,
  { channels, holding }: { channels: Channels; holding: string | undefined },
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'crels listener',
    stream: () => socket,
  })
  client.on('error', () => {})
  client.on('notification', ({ channel, payload }) => {
    for (const { heard } of channels.get(channel) ?? []) heard(payload ?? '')
  })
  const listen = async () => {
    await client.connect()
    if (holding) await client.query(holding)
    for (const channel of channels.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
  }
  try {
    await inTime(listen(), silenceMs)
    return client
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** Asks until no answer comes; answers what was wrong. */
async function untilLost(client: pg.Client, stopping: AbortSignal): Promise<unknown> {
  const ended = new AbortController()
  client.once('end', () => ended.abort())
  const over = AbortSignal.any([stopping, ended.signal])
  try {
    for (;;) {
      await delay(beatMs, undefined, { signal: over }).catch(() => {})
      if (stopping.aborted) return undefined
      await inTime(client.query('select 1'), silenceMs)
    }
  } catch (error) {
    return error
  }
}
