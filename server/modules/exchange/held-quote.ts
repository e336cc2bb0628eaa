import type { HeldQuote } from '#contracts/exchange.schemas.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { findHeldQuote } from './quote-queries.ts'
import { offerOf, quoteView } from './quote-view.ts'

/** The quote of a member that could be used now: another tab may have it, or a page that was closed. */
export async function heldQuote(db: Db, { party }: Pick<MemberActor, 'party'>): Promise<HeldQuote> {
  const found = await findHeldQuote(db, party)
  return { quote: found ? quoteView(found.id, offerOf(found), found) : null }
}
