import { getUsdToCrels } from '#contracts/exchange.ts'
import { bind, type Bound } from '#server/platform/http/bind.ts'
import { currentRate } from './rate-queries.ts'

export function exchangeRoutes(): Bound[] {
  return [
    bind(getUsdToCrels, async ({ db }) => {
      const rate = await currentRate(db)
      return { value: Number(rate.usdToCrels), asOf: rate.setAt.toISOString() }
    }),
  ]
}
