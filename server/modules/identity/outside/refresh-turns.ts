import { ExpiringCache } from '#server/platform/expiring-cache.ts'
import { problem } from '#server/platform/http/problems.ts'
import { turns } from '#server/platform/turns.ts'

/** Refreshes of one session in a minute; a browser needs a few. */
const perMinute = 60

/**
 * A refresh holds a connection of the provider's eight while the issuer answers, up to 5 s: half of them stay free for
 * all else where an issuer is slow.
 */
const inTurn = turns({ atOnce: 4, queueMax: 64 })

/** Sessions of one account that wait for its own turn; a person has fewer browsers. */
const accountQueueMax = 16

/** Refreshes of one process. */
export interface RefreshTurns<R> {
  /**
   * Does the work of a session's refresh when it is its turn; concurrent calls for the same session share its outcome.
   * The sessions of an account take one turn between them, or one member with four of them would hold up all others
   * while the issuer is slow. Throws `too_many_requests`, and `unavailable` where too many wait.
   */
  shared(session: { id: string; uid: () => Promise<string> }, work: () => Promise<R>): Promise<R>
  /** Waits, without a connection, for the refresh of a session that has its turn here. */
  over(id: string): Promise<void>
}

/** The refreshes of this process; those of others are kept apart by the lock of the session's row. */
export function refreshTurns<R>(): RefreshTurns<R> {
  /** With those that wait for their turn, … */
  const underWay = new Map<string, Promise<R>>()
  /** … and those that have it. */
  const working = new Map<string, Promise<R>>()
  const counts = new ExpiringCache<{ asked: number }>({ ttlMs: 60_000, entriesMax: 50_000 })
  const inAccountTurn = accountTurns()
  return {
    shared: async ({ id, uid }, work) => {
      const count = await counts.get(id, async () => ({ asked: 0 }))
      if (++count.asked > perMinute)
        throw problem('too_many_requests', {
          members: { retryAfterSec: 60 },
          headers: { 'retry-after': '60' },
        })
      const known = underWay.get(id)
      if (known) return await known
      const worked = async () => {
        const result = work()
        working.set(id, result)
        return await result.finally(() => working.delete(id))
      }
      const begun = uid()
        .then(async (account) => await inAccountTurn(account, async () => await inTurn(worked)))
        .finally(() => underWay.delete(id))
      underWay.set(id, begun)
      return await begun
    },
    over: async (id) => {
      await working.get(id)?.catch(() => undefined)
    },
  }
}

/** One at once of each account. */
function accountTurns() {
  const accounts = new Map<string, { inTurn: ReturnType<typeof turns>; users: number }>()
  return async function inAccountTurn<T>(uid: string, work: () => Promise<T>): Promise<T> {
    const account = accounts.get(uid) ?? {
      inTurn: turns({ atOnce: 1, queueMax: accountQueueMax }),
      users: 0,
    }
    accounts.set(uid, account)
    account.users++
    try {
      return await account.inTurn(work)
    } finally {
      if (--account.users === 0) accounts.delete(uid)
    }
  }
}
