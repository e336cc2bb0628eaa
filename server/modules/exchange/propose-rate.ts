import { problem } from '#server/platform/http/problems.ts'
import type { FourEyesAct } from '#server/modules/operators/public.ts'
import { LargeRateChange, setRate } from './set-rate.ts'

/** A new rate as an act that takes a second person. A change of more than 10% has to say that it is meant. */
export const setRateAct: FourEyesAct = {
  action: 'rate.set',
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
