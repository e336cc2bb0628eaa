import { worthInUsdCents } from '#rules/exchange.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { FourEyesAct } from '#server/modules/operators/public.ts'
import { reachOfExchange } from './quote-queries.ts'
import { currentRate, lockExchange } from './rate-queries.ts'
import { LargeRateChange, setRate } from './set-rate.ts'

/** A new rate as an act that takes a second person. A change of more than 10% has to say that it is meant. */
export const setRateAct: FourEyesAct = {
  action: 'rate.set',
  seen: {
    lock: async (tx) => await lockExchange(tx),
    read: async (db) => ({ usdToCrels: (await currentRate(db)).usdToCrels }),
    said: (was, is) => `The rate was ${was.usdToCrels} crels for $1 and is ${is.usdToCrels} now.`,
    by: ['rate.set'],
  },
  effectFor: 'read.money',
  effect: async (db, { input }) => {
    const { usdToCrels: after } = input as { usdToCrels: string }
    const { usdToCrels: before } = await currentRate(db)
    const { crels } = await reachOfExchange(db)
    const [usdCents, nextUsdCents] = [worthInUsdCents(crels, before), worthInUsdCents(crels, after)]
    return { kind: 'rate', before, after, crels, usdCents, nextUsdCents }
  },
  run: async (tx, actor, { input, reason }) => {
    const { usdToCrels, confirmed } = input as { usdToCrels: string; confirmed: boolean }
    try {
      await setRate(tx, actor, { usdToCrels, confirmed, reason })
    } catch (error) {
      if (error instanceof LargeRateChange)
        throw problem('conflict', { detail: `${error.message}. Confirm it.` })
      if (error instanceof RangeError) throw problem('conflict', { detail: error.message })
      throw error
    }
  },
}
