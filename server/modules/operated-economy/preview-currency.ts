import { sql } from 'kysely'
import type { CurrencyPreview } from '#contracts/operator-currencies.schemas.ts'
import { toUsdCents } from '#rules/currency.ts'
import { addDays } from '#rules/local-date.ts'
import { currencyRateOn, rateHeldUntil } from '#server/modules/exchange/public.ts'
import type { Db } from '#server/platform/database.ts'

/**
 * What a rate changes that is not recorded yet: a report keeps the rate of when it came. Null takes that of the day
 * away. `next` is the day of the rate that is set after it, where several are at once.
 */
export async function previewCurrency(
  db: Db,
  {
    currency,
    day,
    usdPerUnit,
    next,
  }: { currency: string; day: string; usdPerUnit: string | null; next?: string | undefined },
): Promise<CurrencyPreview> {
  const before = (await currencyRateOn(db, currency, dayStart(day))) ?? null
  const held = await rateHeldUntil(db, currency, day)
  const heldUntil = next !== undefined && next <= held ? addDays(next, -1) : held
  const { rows } = await sql<{ minor: number }>`
    select reported_amount_minor as minor from conversion_claim
    where state = 'open' and reported_currency = ${currency}
      and occurred_at >= ${day}::date and occurred_at < ${heldUntil}::date + 1`.execute(db)
  return {
    before: before && { day: before.day, usdPerUnit: before.usdPerUnit },
    heldUntil,
    claims: {
      count: rows.length,
      usdCents: before && sumOf(rows, currency, before.usdPerUnit),
      nextUsdCents: usdPerUnit === null ? null : sumOf(rows, currency, usdPerUnit),
    },
    sepa: currency === 'EUR' ? await waitingTransfers(db) : null,
  }
}

async function waitingTransfers(db: Db): Promise<{ count: number; usdCents: number }> {
  const { rows } = await sql<{ count: number; usdCents: number }>`
    select count(*)::int as count, coalesce(sum(usd_cents), 0)::bigint as "usdCents" from redemption r
    where state = 'approved' and destination_kind = 'bank'
      and not exists (select from payout p where p.redemption_id = r.id and p.state <> 'left_out')`.execute(
    db,
  )
  return rows[0]!
}

/** Null where it is more than can be counted. */
function sumOf(rows: { minor: number }[], currency: string, usdPerUnit: string): number | null {
  try {
    const sum = rows.reduce((cents, { minor }) => cents + toUsdCents(minor, currency, usdPerUnit), 0)
    return Number.isSafeInteger(sum) ? sum : null
  } catch {
    return null
  }
}

/** The moment by which the rate of a day is asked for. */
export function dayStart(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}
