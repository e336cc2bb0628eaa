import { sql, type RawBuilder } from 'kysely'
import { currenciesOfDigits, isUsdRate, RATE_DAYS } from '#rules/currency.ts'
import { authorOf, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
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
    select ${columns} from (${inForce(sql`
      currency = ${currency} and day between ${day}::date - ${RATE_DAYS}::int and ${day}::date`)}) r
    order by day desc limit 1`.execute(db)
  return rows[0]
}

/**
 * An amount of a row in US cents at the rate of a day of UTC, rounded half up, as SQL: null where no rate is in force, or
 * there is no amount. As `toUsdCents` with `currencyRateOn`.
 */
export function usdCentsOn(
  { minor, currency }: { minor: RawBuilder<unknown>; currency: RawBuilder<unknown> },
  day: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`case when ${currency} = 'USD' then ${minor}::bigint else round(${minor}::bigint * 100 * (
    select r.usd_per_unit from (${inForce(sql`
      currency = ${currency} and day between ${day} - ${RATE_DAYS}::int and ${day}`)}) r
    order by r.day desc limit 1) / case when ${currency} = any (${currenciesOfDigits(0)}::text[]) then 1
      when ${currency} = any (${currenciesOfDigits(3)}::text[]) then 1000 else 100 end)::bigint end`
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
  requireRates(rates)
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

/** Throws an Error for people at the first that is no rate of another currency on a day. */
export function requireRates(rates: readonly CurrencyRate[]): void {
  for (const [index, rate] of rates.entries()) {
    const wrong = wrongIn(rate)
    if (wrong) throw new Error(`Rate ${index + 1}: ${wrong}`)
  }
}

/**
 * Takes the rate of a day away, for reports from then on: that of a day before holds again, and no longer than it did.
 * Throws `conflict` where the day has none of its own.
 */
export async function withdrawCurrencyRate(
  tx: Tx,
  actor: OperatorActor,
  { currency, day }: Pick<CurrencyRate, 'currency' | 'day'>,
): Promise<void> {
  const { rows } = await sql<CurrencyRate>`
    select ${columns} from currency_rate where currency = ${currency} and day = ${day}::date
    order by id desc limit 1`.execute(tx)
  const before = rows[0]?.usdPerUnit ?? null
  if (before === null)
    throw problem('conflict', { detail: `${currency} has no rate of ${day} that could be taken away.` })
  const target = 'currency'
  const act = { before: { currency, day, usdPerUnit: before }, after: { currency, day, usdPerUnit: null } }
  await operate(tx, actor, { action: 'currency.set', target, ...act })
  await sql`
    insert into currency_rate (currency, day, set_by) values (${currency}, ${day}::date, ${authorOf(actor)})`.execute(
    tx,
  )
}

/** The last day on which a rate of a day holds: until another one takes its place, or it is too old. */
export async function rateHeldUntil(db: Db, currency: string, day: string): Promise<string> {
  const { rows } = await sql<{ until: string }>`
    select least(${day}::date + ${RATE_DAYS}::int, min(day) - 1)::text as until
    from (${inForce(sql`currency = ${currency} and day > ${day}::date`)}) r`.execute(db)
  return rows[0]!.until
}

/** Of each currency and day, among those rows, the rate that was said last; none where it was withdrawn. */
function inForce(among: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select * from (
      select distinct on (currency, day) * from currency_rate where ${among} order by currency, day desc, id desc) last
    where usd_per_unit is not null`
}

/** A rate with who set it. */
export interface SetCurrencyRate extends CurrencyRate {
  setBy: string
  setAt: Date
  /** The last day on which it holds. */
  heldUntil: string
}

/** Of every currency the last rate of the days up to `today`, and those that are coming, by code and day. */
export async function listCurrencyRates(db: Db, today: string): Promise<SetCurrencyRate[]> {
  const { rows } = await sql<SetCurrencyRate>`
    with r as (${inForce(sql`true`)})
    select ${columns}, set_by as "setBy", set_at as "setAt", held_until::text as "heldUntil" from (
      select r.*, least(day + ${RATE_DAYS}::int, lead(day) over of_currency - 1) as held_until,
        lead(day) over of_currency as next_day
      from r window of_currency as (partition by currency order by day)) listed
    where day > ${today}::date or next_day is null or next_day > ${today}::date
    order by currency, day`.execute(db)
  return rows
}

function wrongIn({ currency, day, usdPerUnit }: CurrencyRate): string | undefined {
  if (!/^[A-Z]{3}$/.test(currency) || currency === 'USD') return `${currency} is no other currency's code`
  const at = new Date(`${day}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day))
    return `${day} is not a valid day; write 2026-11-21`
  return isUsdRate(usdPerUnit) ? undefined : `${usdPerUnit} is not a valid rate; write 1.0835`
}
