import * as exchange from '#contracts/exchange.ts'
import { bind, type Bound } from '#server/platform/http/bind.ts'
import { currentRate } from './rate-queries.ts'

/** The endpoints of contracts/exchange.ts. */
export function exchangeRoutes(): Bound[] {
  return [
    bind(exchange.getUsdToCrels, async ({ db }) => {
      const { usdToCrels, setAt } = await currentRate(db)
      return { value: Number(usdToCrels), asOf: setAt.toISOString() }
    }),
  ]
}
