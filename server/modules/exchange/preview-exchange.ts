import { sql } from 'kysely'
import type { ExchangePreview } from '#contracts/operator-previews.schemas.ts'
import type { Db } from '#server/platform/database.ts'
import { reachOfExchange } from './quote-queries.ts'
import { exchangeNow } from './rate-queries.ts'

/** What a pause or another rate touches: the quotes that hold, and what members' crels are worth before and after. */
export async function previewExchange(
  db: Db,
  { usdToCrels: next }: { usdToCrels?: string },
): Promise<ExchangePreview> {
  const { usdToCrels, paused: isPaused } = await exchangeNow(db)
  const { crels, quotes } = await reachOfExchange(db)
  const usdCentsAt = (rate: string | null) => sql`floor(${crels}::numeric * 100 / ${rate}::numeric)::bigint`
  const { rows } = await sql<{ usdCents: number; nextUsdCents: number | null }>`
    select ${usdCentsAt(usdToCrels)} as "usdCents", ${usdCentsAt(next ?? null)} as "nextUsdCents"`.execute(db)
  return { isPaused, usdToCrels, crels, quotes, ...rows[0]! }
}
