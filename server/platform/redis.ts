import { Redis, type RedisOptions } from 'ioredis'
import type { Logger } from 'pino'
import type { ReadinessCheck } from './readiness.ts'

/** A store that speaks Redis's protocol. It may go and come back at any time: what asks it has another way. */
export interface SharedStore {
  /** An answer within a moment; throws where the store is away, silent or refuses, and then for a while at once. */
  run(script: string, keys: string[], values: (string | number)[]): Promise<unknown>
  /** Asks it now. What is wrong with it, in one line fit to publish; null where it counts. */
  trouble(): Promise<string | null>
  close(): void
}

/** Longer than an answer takes on a busy network, and short for the request that waits. */
const answerMs = 200
/** For how long one that refuses is left alone, and the longest between two attempts to reach one that is away. */
const pauseMs = 2_000

const options: RedisOptions = {
  commandTimeout: answerMs,
  connectTimeout: pauseMs,
  // One that hangs does not end its connection either.
  disconnectTimeout: answerMs,
  maxRetriesPerRequest: 0,
  // Nothing waits for a store that is away.
  enableOfflineQueue: false,
  retryStrategy: (attempt) => Math.min(attempt * 100, pauseMs),
  // Its name may lead to another one by now.
  reconnectOnError: ({ message }) => message.startsWith('READONLY'),
}

const away = 'is away'

/** Writes as counts are written. */
const probeScript = `redis.call('set', KEYS[1], '1', 'px', 1000) return redis.call('del', KEYS[1])`

/**
 * Opens the store of REDIS_URL; null where none is set. The log says once that it is away, silent or refuses, and once
 * that it is back.
 */
export function openSharedStore(url: string | null, log: Logger): SharedStore | null {
  if (url === null) return null
  const redis = new Redis(url, options)
  let trouble: string | null = null
  let refusedUntil = 0
  let isLeaving = false
  const fails = (says: string, error: Error) => {
    if (trouble === null)
      log.error(
        { reason: error.message },
        `The store of REDIS_URL ${says}: rate limits are counted in the database`,
      )
    trouble = says
  }
  const answers = () => {
    if (trouble !== null) log.warn('The store of REDIS_URL is back')
    trouble = null
  }
  const refuses = (error: Error) => {
    refusedUntil = performance.now() + pauseMs
    fails(`refuses (${refusalIn(error)})`, error)
  }
  // What it was asked and does not answer would pile up: another connection is made, and used once it answers.
  const leave = () => {
    if (isLeaving || redis.status !== 'ready') return
    isLeaving = true
    redis.disconnect(true)
  }
  redis.on('close', () => {
    isLeaving = false
  })
  // One that lets nobody in without another password refuses the connection itself.
  redis.on('error', (error: Error) =>
    fails(error.name === 'ReplyError' ? `refuses (${refusalIn(error)})` : away, error),
  )
  // It answers again; whether it takes counts again the next one says.
  redis.on('ready', () => {
    if (refusedUntil === 0) answers()
  })
  const run: SharedStore['run'] = async (script, keys, values) => {
    if (performance.now() < refusedUntil) throw new Error(`The store of REDIS_URL ${trouble}`)
    try {
      const answer = await redis.eval(script, keys.length, ...keys, ...values)
      refusedUntil = 0
      answers()
      return answer
    } catch (cause) {
      const error = cause as Error
      if (error.name === 'ReplyError') refuses(error)
      // Else there is no connection: the first time, or the log has it.
      else if (error.message === 'Command timed out') {
        fails('does not answer', error)
        leave()
      }
      throw error
    }
  }
  return {
    run,
    trouble: async () => {
      const found = await run(probeScript, ['crels:probe'], []).then(
        () => null,
        () => trouble ?? away,
      )
      return found && `the store of REDIS_URL ${found}: rate limits are counted in the database`
    },
    close: () => redis.disconnect(),
  }
}

/** By the word that Redis begins a refusal with; the rest may name hosts. */
function refusalIn({ message }: Error): string {
  return (
    /\b(?:READONLY|OOM|NOAUTH|NOPERM|WRONGPASS|MISCONF|LOADING|MASTERDOWN|NOREPLICAS|BUSY)\b/.exec(
      message,
    )?.[0] ?? 'an error'
  )
}

/** Whether limits are counted where they are to be; the database counts them a moment later. */
export function sharedStoreCheck(store: Pick<SharedStore, 'trouble'>): ReadinessCheck {
  return { name: 'redis', refuses: false, look: async () => await store.trouble() }
}
