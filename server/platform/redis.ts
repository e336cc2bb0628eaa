import { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** A store that speaks Redis's protocol. It may go and come back at any time: what asks it has another way. */
export interface SharedStore {
  /** An answer within a moment; throws where the store is away or silent. */
  run(script: string, keys: string[], values: (string | number)[]): Promise<unknown>
  close(): void
}

/** Longer than an answer takes on a busy network, and short for the request that waits. */
const answerMs = 200

/** Opens the store of REDIS_URL; null where none is set. The log says once that it is away and once that it is back. */
export function openSharedStore(url: string | null, log: Logger): SharedStore | null {
  if (url === null) return null
  const redis = new Redis(url, {
    commandTimeout: answerMs,
    connectTimeout: 2_000,
    maxRetriesPerRequest: 0,
    // Nothing waits for a store that is away.
    enableOfflineQueue: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  })
  let isAway = false
  redis.on('error', (error: Error) => {
    if (isAway) return
    isAway = true
    log.error(
      { reason: error.message },
      'The store of REDIS_URL is away: rate limits are counted by each process',
    )
  })
  redis.on('ready', () => {
    if (isAway) log.warn('The store of REDIS_URL is back')
    isAway = false
  })
  return {
    run: async (script, keys, values) => await redis.eval(script, keys.length, ...keys, ...values),
    close: () => redis.disconnect(),
  }
}
