import { withdrawNotification } from '#server/modules/notifications/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { lockQuote, markUsed, type FrozenOffer } from './quote-queries.ts'

/**
 * Takes a member's quote, once. Throws `not_found` for one of another member as for an unknown one, `quote_used`,
 * `quote_void` where a newer one was made or the exchange was paused since, and `quote_expired`.
 */
export async function useQuote(tx: Tx, party: string, quoteId: string): Promise<FrozenOffer> {
  const quote = await lockQuote(tx, party, quoteId)
  if (!quote) throw problem('not_found', { detail: 'There is no such quote of yours.' })
  if (quote.used) throw problem('quote_used')
  if (quote.voided) throw problem('quote_void')
  if (quote.expired) throw problem('quote_expired')
  await markUsed(tx, quoteId)
  await withdrawNotification(tx, { kind: 'price_hold_ending', about: quoteId })
  return quote
}
