import { sql } from 'kysely'
import * as currencies from '#contracts/operator-currencies.endpoints.ts'
import type {
  CurrencyPreview,
  CurrencyRates,
  OperatedCurrencyRate,
} from '#contracts/operator-currencies.schemas.ts'
import { toUsdCents } from '#rules/currency.ts'
import { utcDate } from '#rules/utc-date.ts'
import {
  currencyRateOn,
  listCurrencyRates,
  rateHeldUntil,
  setCurrencyRates,
  withdrawCurrencyRate,
  type SetCurrencyRate,
} from '#server/modules/exchange/public.ts'
import type { OperatorActor } from '#server/modules/operators/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { problem } from '#server/platform/http/problems.ts'

/** What other currencies are worth, for sales that brands report in them and for SEPA transfers. */
export const currencyRoutes: Route[] = [
  bind(currencies.listCurrencyRates, async ({ db }) => {
    const today = utcDate(await databaseNow(db))
    return { items: (await listCurrencyRates(db, today)).map((rate) => view(rate, today)) }
  }),
  bind(currencies.previewCurrencyRate, async ({ db, params, query }) =>
    preview(db, { ...params, ...query, day: query.day ?? utcDate(await databaseNow(db)) }),
  ),
  bind(currencies.setCurrencyRate, async ({ transaction, actor, params, body }) =>
    transaction(async (tx) => await set(tx, actor, { ...params, ...body })),
  ),
  bind(currencies.withdrawCurrencyRate, async ({ transaction, actor, params, body }) =>
    transaction(async (tx) => await withdraw(tx, actor, { ...params, ...body })),
  ),
]

/**
 * Sets a rate. Throws `conflict` where another one came in between: what was looked at is not what it takes the place of.
 */
async function set(
  tx: Tx,
  actor: OperatorActor,
  asked: { currency: string; usdPerUnit: string; day?: string | undefined; seen: string | null },
): Promise<OperatedCurrencyRate> {
  const { currency, usdPerUnit, seen } = asked
  const { today, day } = await lookedAt(tx, { currency, day: asked.day, seen })
  await setCurrencyRates(tx, actor, { rates: [{ currency, day, usdPerUnit }] })
  const rates = await listCurrencyRates(tx, today)
  // One of a day that another came after is in force on that day alone, and not listed.
  const rate = rates.find((one) => one.currency === currency && one.day === day)
  return view(rate ?? rates.find((one) => one.currency === currency)!, today)
}

/** Takes the rate of a day away. Throws `conflict` as setting does, and where the day has none of its own. */
async function withdraw(
  tx: Tx,
  actor: OperatorActor,
  { currency, ...asked }: { currency: string; day: string; seen: string },
): Promise<CurrencyRates> {
  const { today, day } = await lookedAt(tx, { currency, ...asked })
  await withdrawCurrencyRate(tx, actor, { currency, day })
  return { items: (await listCurrencyRates(tx, today)).map((rate) => view(rate, today)) }
}

/** Locks a currency. Throws `conflict` where another rate than the one that was seen holds on the day. */
async function lookedAt(
  tx: Tx,
  { currency, seen, ...asked }: { currency: string; day?: string | undefined; seen: string | null },
): Promise<{ today: string; day: string }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`currency ${currency}`}, 0))`.execute(tx)
  const today = utcDate(await databaseNow(tx))
  const day = asked.day ?? today
  const now = await currencyRateOn(tx, currency, dayStart(day))
  if ((now?.usdPerUnit ?? null) === seen) return { today, day }
  throw problem('conflict', {
    detail: now
      ? `1 ${currency} is $${now.usdPerUnit} by now. Look at it first.`
      : `${currency} has no rate any more. Look at it first.`,
  })
}

function view({ setAt, ...rate }: SetCurrencyRate, today: string): OperatedCurrencyRate {
  const isComing = rate.day > today
  return {
    ...rate,
    setAt: setAt.toISOString(),
    isHeld: !isComing && today <= rate.heldUntil,
    isComing,
  }
}

/** What a rate changes that is not recorded yet: a report keeps the rate of when it came. */
async function preview(
  db: Db,
  { currency, day, usdPerUnit }: { currency: string; day: string; usdPerUnit: string },
): Promise<CurrencyPreview> {
  const before = (await currencyRateOn(db, currency, dayStart(day))) ?? null
  const heldUntil = await rateHeldUntil(db, currency, day)
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
      nextUsdCents: sumOf(rows, currency, usdPerUnit),
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

function dayStart(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}
