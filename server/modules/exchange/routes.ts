import * as exchange from '#contracts/exchange.endpoints.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import { createQuote } from './create-quote.ts'
import { exchangeNow } from './rate-queries.ts'

/** The endpoints of contracts/exchange.endpoints.ts. */
export function exchangeRoutes(): Route[] {
  return [
    bind(exchange.getUsdToCrels, async ({ db }) => {
      const { usdToCrels, setAt, paused } = await exchangeNow(db)
      return { value: Number(usdToCrels), asOf: setAt.toISOString(), paused }
    }),
    bind(exchange.createQuote, async ({ transaction, actor, body }) =>
      answer(201, await transaction((tx) => createQuote(tx, actor, body))),
    ),
  ]
}
