import { sql } from 'kysely'
import { isUsdRate, RATE_DAYS } from '#rules/currency.ts'
import { authorOf, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { utcDate } from '#rules/utc-date.ts'

/** What one unit of a currency was worth on a day. */
export interface CurrencyRate {
  currency: string
  /** The day (UTC) it was set for, as `YYYY-MM-DD`. */
  day: string
  /** US dollars for one unit, as a decimal string. */
  usdPerUnit: string
}

const columns = sql`currency, day::text as day, trim_scale(usd_per_unit)::text as "usdPerUnit"`

/** The rate in force on the day (UTC) of a moment: that day's, or the last of the `RATE_DAYS` days before it. */
export async function currencyRateOn(db: Db, currency: string, at: Date): Promise<CurrencyRate | undefined> {
  const day = utcDate(at)
  const { rows } = await sql<CurrencyRate>`
    select ${columns} from currency_rate
    where currency = ${currency} and day between ${day}::date - ${RATE_DAYS}::int and ${day}::date
    order by day desc, id desc limit 1`.execute(db)
  return rows[0]
}

/**
 * Adds rates; the last one said of a day is in force, for reports from then on. Throws an Error for people at the
 * first that is none, and nothing is added.
 */
export async function setCurrencyRates(
  tx: Tx,
  actor: OperatorActor,
  { rates }: { rates: CurrencyRate[] },
): Promise<{ set: number }> {
  for (const [index, rate] of rates.entries()) {
    const wrong = wrongIn(rate)
    if (wrong) throw new Error(`Rate ${index + 1}: ${wrong}`)
  }
  if (rates.length === 0) return { set: 0 }
  await operate(tx, actor, { action: 'currency.set', target: 'currency', after: { rates: rates.length } })
  await sql`
    insert into currency_rate (currency, day, usd_per_unit, set_by)
    select r.currency, r.day::date, r.usd::numeric, ${authorOf(actor)}
    from unnest(${rates.map(({ currency }) => currency)}::text[], ${rates.map(({ day }) => day)}::text[],
                ${rates.map(({ usdPerUnit }) => usdPerUnit)}::text[]) with ordinality r (currency, day, usd, place)
    order by r.place`.execute(tx)
  return { set: rates.length }
}

/** The last day on which a rate of a day holds: until another one takes its place, or it is too old. */
export async function rateHeldUntil(db: Db, currency: string, day: string): Promise<string> {
  const { rows } = await sql<{ until: string }>`
    select least(${day}::date + ${RATE_DAYS}::int, min(day) - 1)::text as until
    from currency_rate where currency = ${currency} and day > ${day}::date`.execute(db)
  return rows[0]!.until
}

/** A rate with who set it. */
export interface SetCurrencyRate extends CurrencyRate {
  setBy: string
  setAt: Date
}

/** Every currency with the last day it has a rate for, by code. */
export async function listCurrencyRates(db: Db): Promise<SetCurrencyRate[]> {
  const { rows } = await sql<SetCurrencyRate>`
    select distinct on (currency) ${columns}, set_by as "setBy", set_at as "setAt" from currency_rate
    order by currency, day desc, id desc`.execute(db)
  return rows
}

function wrongIn({ currency, day, usdPerUnit }: CurrencyRate): string | undefined {
  if (!/^[A-Z]{3}$/.test(currency) || currency === 'USD') return `${currency} is no other currency's code`
  const at = new Date(`${day}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day))
    return `${day} is no day; write 2026-11-21`
  return isUsdRate(usdPerUnit) ? undefined : `${usdPerUnit} is no rate; write 1.0835`
}
