import type { ExchangePreview } from '#contracts/operator-previews.schemas.ts'
import { worthInUsdCents } from '#rules/exchange.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { reachOfExchange } from './quote-queries.ts'
import { exchangeNow } from './rate-queries.ts'

/**
 * What a pause or another rate touches: the quotes that hold, and what members' crels are worth before and after. Throws
 * `validation_failed` for a rate at which they were worth more than can be counted.
 */
export async function previewExchange(
  db: Db,
  { usdToCrels: next }: { usdToCrels?: string },
): Promise<ExchangePreview> {
  const { usdToCrels, paused: isPaused } = await exchangeNow(db)
  const { crels, quotes } = await reachOfExchange(db)
  const nextUsdCents = next === undefined ? null : worthInUsdCents(crels, next)
  if (next !== undefined && nextUsdCents === null) {
    const message = 'At this rate the crels of members would be worth more than can be counted'
    throw problem('validation_failed', {
      detail: `${message}.`,
      members: { issues: [{ path: 'query.usdToCrels', code: 'too_small', message }] },
    })
  }
  return { isPaused, usdToCrels, crels, quotes, usdCents: worthInUsdCents(crels, usdToCrels), nextUsdCents }
}
