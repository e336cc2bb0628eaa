import { endpoint } from './endpoint.ts'
import type { exchangeSchemas } from './exchange.schemas.ts'

export const getUsdToCrels = endpoint<typeof exchangeSchemas.getUsdToCrels>()({
  id: 'getUsdToCrels',
  method: 'GET',
  path: '/api/v1/exchange/rates/usd/to/crels',
  access: 'public',
})

/** One member, one use: a new quote voids the last, and pausing the exchange voids all. */
export const createQuote = endpoint<typeof exchangeSchemas.createQuote>()({
  id: 'createQuote',
  method: 'POST',
  path: '/api/v1/exchange/quotes',
  access: 'bearer',
  idempotent: true,
})

/** The one that could be used now, for a page that was closed meanwhile. */
export const getHeldQuote = endpoint<typeof exchangeSchemas.getHeldQuote>()({
  id: 'getHeldQuote',
  method: 'GET',
  path: '/api/v1/exchange/quotes/held',
  access: 'bearer',
})
