import type { Quote } from '#contracts/exchange.schemas.ts'
import { betterThan, type Conversion, type Price } from '#rules/exchange.ts'
import type { FrozenOffer } from './quote-queries.ts'

/** Until when a quote holds, by the database's clock and as a span for a clock that may be wrong. */
interface QuoteHold {
  expiresAt: Date
  expiresInSec: number
}

/** A quote as its member sees it. */
export function quoteView(
  id: string,
  offer: Price | Conversion,
  { expiresAt, expiresInSec }: QuoteHold,
): Quote {
  const { rate, ...amounts } = offer
  const better = betterThan(offer)
  return {
    id,
    direction: 'baseCrels' in offer ? 'usd' : 'crels',
    rate: Number(rate),
    ...amounts,
    ...(better && { better }),
    expiresAt: expiresAt.toISOString(),
    expiresInSec,
  }
}

/** What an offer freezes. */
export function frozen(offer: Price | Conversion): FrozenOffer {
  const { rate: usdToCrels, feeBps, crels, usdCents } = offer
  const common = { usdToCrels, feeBps, crels, usdCents }
  if ('baseCrels' in offer) {
    const { baseCrels, feeCrels } = offer
    return { ...common, direction: 'usd', baseCrels, feeCrels, grossUsdCents: null, feeUsdCents: null }
  }
  const { grossUsdCents, feeUsdCents } = offer
  return { ...common, direction: 'crels', baseCrels: null, feeCrels: null, grossUsdCents, feeUsdCents }
}

/** The offer that was frozen. */
export function offerOf({ direction, usdToCrels: rate, ...of }: FrozenOffer): Price | Conversion {
  const common = { rate, feeBps: of.feeBps, crels: of.crels, usdCents: of.usdCents }
  // The database keeps both parts of the one direction, and none of the other (exchange_quote_adds_up).
  return direction === 'usd'
    ? { ...common, baseCrels: of.baseCrels!, feeCrels: of.feeCrels! }
    : { ...common, grossUsdCents: of.grossUsdCents!, feeUsdCents: of.feeUsdCents! }
}
