import pg from 'pg'
import type { Logger } from 'pino'

/** Hears `NOTIFY` on one connection of its own and comes back by itself when that is lost. */
export interface Listener {
  /**
   * Calls `heard` with each payload of a channel, and `missed` after every reconnection,
   * when notifications may have been lost in between. Register before `start`.
   */
  on(channel: string, heard: (payload: string) => void, missed: () => void): void
  start(): Promise<void>
  stop(): Promise<void>
}

export function createListener(url: string, log: Logger): Listener {
  const channels = new Map<string, { heard: (payload: string) => void; missed: () => void }[]>()
  let client: pg.Client | undefined
  let stopped = false
  let retry: NodeJS.Timeout | undefined

  const connect = async (again: boolean) => {
    const next = new pg.Client({ connectionString: url, application_name: 'crels listener', keepAlive: true })
    next.on('notification', ({ channel, payload }) => {
      for (const { heard } of channels.get(channel) ?? []) heard(payload ?? '')
    })
    next.on('error', (error) => {
      log.warn({ err: error }, 'listener lost its connection')
      reconnectLater()
    })
    await next.connect()
    for (const channel of channels.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    client = next
    if (again) for (const handlers of channels.values()) for (const { missed } of handlers) missed()
  }

  const reconnectLater = () => {
    client?.end().catch(() => {})
    client = undefined
    if (stopped || retry) return
    retry = setTimeout(() => {
      retry = undefined
      connect(true).catch(reconnectLater)
    }, 500)
  }

  return {
    on: (channel, heard, missed) => {
      channels.set(channel, [...(channels.get(channel) ?? []), { heard, missed }])
    },
    start: async () => await connect(false),
    stop: async () => {
      stopped = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
