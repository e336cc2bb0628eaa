import type { Quote } from '#contracts/exchange.schemas.ts'
import {
  betterThan,
  convertCrels,
  isRefused,
  priceInCrels,
  type Conversion,
  type Price,
} from '#rules/exchange.ts'
import { lockStanding } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { withdrawNotification } from '#server/modules/notifications/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import { insertQuote, lockHeldQuote } from './quote-queries.ts'
import { frozen, quoteView } from './quote-view.ts'
import { exchangeNow } from './rate-queries.ts'

/** Dollars that are to arrive, or crels to be spent: positive whole numbers. */
export type QuoteWish = { usdCents: number } | { crels: number }

/**
 * Freezes rate, fee tier and both amounts for a member, for ten minutes; their quotes before are void. Throws
 * `exchange_paused`, `amount_too_small` where nothing would arrive, `amount_too_large`, `user_disabled` and
 * `user_deleted`.
 */
export async function createQuote(tx: Tx, actor: Pick<MemberActor, 'uid'>, wish: QuoteWish): Promise<Quote> {
  // One quote of a member at a time, so that "the newest" is one.
  const { party } = await lockStanding(tx, actor.uid)
  const { paused, switchId, usdToCrels } = await exchangeNow(tx)
  if (paused) throw problem('exchange_paused')
  const offer = computeOffer(wish, usdToCrels)
  const replaced = await lockHeldQuote(tx, party)
  if (replaced) await withdrawNotification(tx, { kind: 'price_hold_ending', about: replaced })
  const id = newId('quote')
  const { quoteMinutes } = (await currentEconomy(tx)).redemption
  const expiresAt = await insertQuote(tx, {
    ...frozen(offer),
    id,
    party,
    switchId,
    minutes: quoteMinutes,
  })
  return quoteView(id, offer, { expiresAt, expiresInSec: quoteMinutes * 60 })
}

function computeOffer(wish: QuoteWish, rate: string): Price | Conversion {
  let offer: Price | Conversion
  try {
    offer = 'usdCents' in wish ? priceInCrels(wish.usdCents, rate) : convertCrels(wish.crels, rate)
    // An amount that betterThan cannot compute is too large as well.
    betterThan(offer)
  } catch (cause) {
    if (cause instanceof RangeError) throw problem('amount_too_large', { cause })
    throw cause
  }
  if ('grossUsdCents' in offer && isRefused(offer)) throw problem('amount_too_small')
  return offer
}
