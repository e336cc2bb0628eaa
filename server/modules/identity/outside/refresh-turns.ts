import { ExpiringCache } from '#server/platform/expiring-cache.ts'
import { problem } from '#server/platform/http/problems.ts'
import { turns } from '#server/platform/turns.ts'

/** Refreshes of one session in a minute; a browser needs a few. */
const perMinute = 60

/**
 * A refresh holds a connection of the provider's eight while the issuer answers, up to 5 s: half of them stay free for
 * all else where an issuer is slow.
 */
const inTurn = turns({ atOnce: 4, waitingMax: 64 })

/** Refreshes of one process. */
export interface RefreshTurns<R> {
  /**
   * Does the work of a session's refresh when it is its turn; who comes meanwhile for the same session shares its
   * outcome, so that no session takes more than one turn. Throws `too_many_requests`, and `unavailable` where too many
   * sessions wait.
   */
  shared(id: string, work: () => Promise<R>): Promise<R>
  /** Waits, without a connection, for the refresh of a session that has its turn here. */
  over(id: string): Promise<void>
}

/** The refreshes of this process; those of others are kept apart by the lock of the session's row. */
export function refreshTurns<R>(): RefreshTurns<R> {
  /** With those that wait for their turn, … */
  const underWay = new Map<string, Promise<R>>()
  /** … and those that have it. */
  const working = new Map<string, Promise<R>>()
  const counts = new ExpiringCache<{ asked: number }>({ ttlMs: 60_000 })
  return {
    shared: async (id, work) => {
      const count = await counts.get(id, async () => ({ asked: 0 }))
      if (++count.asked > perMinute)
        throw problem('too_many_requests', {
          members: { retryAfterSec: 60 },
          headers: { 'retry-after': '60' },
        })
      const known = underWay.get(id)
      if (known) return await known
      const begun = inTurn(async () => {
        const result = work()
        working.set(id, result)
        return await result.finally(() => working.delete(id))
      }).finally(() => underWay.delete(id))
      underWay.set(id, begun)
      return await begun
    },
    over: async (id) => {
      await working.get(id)?.catch(() => undefined)
    },
  }
}
