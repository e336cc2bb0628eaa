import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { SharedStore } from '../redis.ts'
import type { Secret } from '../secret.ts'

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

type Counted = { current: number; ttl: number }
type Answer = (error: Error | null, result?: Counted) => void

/**
 * Counts of requests by the minute, one for all processes in a shared store. Where that is away each process counts by
 * itself, as without one, from the counts it has heard: nobody is refused for it, and nobody has a new minute.
 * The store's keys are hashes by the installation's secret: they name no address and no member.
 */
export function sharedCounts(store: SharedStore, secret: Pick<Secret, 'hash'>): FastifyRateLimitStoreCtor {
  const nameOf = (key: string) => `crels:${secret.hash('rate limit', key).toString('base64url')}`
  const heard = new Map<string, { count: number; endsAt: number }>()
  const countHere = (key: string, windowMs: number): Counted => {
    const now = Date.now()
    const known = heard.get(key)
    const next =
      known && known.endsAt > now
        ? { count: known.count + 1, endsAt: known.endsAt }
        : { count: 1, endsAt: now + windowMs }
    remember(key, next)
    return { current: next.count, ttl: next.endsAt - now }
  }
  const remember = (key: string, entry: { count: number; endsAt: number }) => {
    // The longest known goes first.
    heard.delete(key)
    heard.set(key, entry)
    if (heard.size > knownMax) heard.delete(heard.keys().next().value!)
  }
  const count = async (key: string, windowMs: number): Promise<Counted> => {
    const name = nameOf(key)
    try {
      const [current, ttl] = (await store.run(countScript, [name], [windowMs])) as [number, number]
      remember(name, { count: current, endsAt: Date.now() + ttl })
      return { current, ttl }
    } catch {
      return countHere(name, windowMs)
    }
  }
  return class SharedCounts implements FastifyRateLimitStore {
    incr(key: string, answer: Answer, windowMs: number): void {
      void count(key, windowMs).then((counted) => answer(null, counted))
    }
    child(): FastifyRateLimitStore {
      return this
    }
  } as unknown as FastifyRateLimitStoreCtor
}

const knownMax = 100_000
