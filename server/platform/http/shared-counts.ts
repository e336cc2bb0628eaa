import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { SharedStore } from '../redis.ts'
import type { Counted, RequestCounts } from './request-counts.ts'

/** Counts a request, and answers how many there were in the window and when it ends. */
const countScript = `
  local count = redis.call('incr', KEYS[1])
  if count == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
  local left = redis.call('pttl', KEYS[1])
  if left < 0 then
    redis.call('pexpire', KEYS[1], ARGV[1])
    left = tonumber(ARGV[1])
  end
  return { count, left }`

type Answer = (error: Error | null, result?: Counted) => void

/**
 * Where requests by the minute are counted for all processes: in the store of REDIS_URL, or where that is not set or away
 * in the database, from the counts that were heard: nobody is refused for it, and nobody has a new minute.
 */
export function sharedCounts(counts: RequestCounts, store: SharedStore | null): FastifyRateLimitStoreCtor {
  const countIn = async ({ run }: SharedStore, key: string, windowMs: number): Promise<Counted> => {
    const name = `crels:${counts.nameOf(key)}`
    const [current, ttl] = (await run(countScript, [name], [windowMs])) as [number, number]
    const counted = { current, ttl }
    counts.learn(key, counted)
    return counted
  }
  return class SharedCounts implements FastifyRateLimitStore {
    incr(key: string, answer: Answer, windowMs: number, max: number): void {
      const countHere = () => counts.count(key, windowMs, max)
      if (!store) return answer(null, countHere())
      void countIn(store, key, windowMs)
        .catch(countHere)
        .then((counted) => answer(null, counted))
    }
    child(): FastifyRateLimitStore {
      return this
    }
  } as unknown as FastifyRateLimitStoreCtor
}
