import { toUsdCents } from '#rules/currency.ts'
import { currencyRateOn } from '#server/modules/exchange/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalidValue, problem } from '#server/platform/http/problems.ts'

/** An amount as brands send it: minor units of a currency. */
export interface Amount {
  currency: string
  minor: number
}

/** What was paid at the brand. */
export interface SaleInUsd {
  /** In US cents, in which everything is reckoned; null where the report names no amount. */
  saleUsdCents: number | null
  /** The amount as it was reported, and the rate it was converted at; null for US dollars and without an amount. */
  foreign: (Amount & { usdPerUnit: string; day: string }) | null
}

/** Largest sale in US cents: 100 million dollars. */
const LARGEST_USD_CENTS = 100_000_000_00

/**
 * A sale's amount in US cents, another currency at the rate of the day (UTC) it happened on. Throws
 * `currency_rate_missing` when nobody set one for that day or the week before it, and `validation_failed` for an
 * amount that is less than a cent or too large.
 */
export async function saleInUsd(tx: Tx, amount: Amount | undefined, occurredAt: Date): Promise<SaleInUsd> {
  if (!amount) return { saleUsdCents: null, foreign: null }
  if (amount.currency === 'USD') return { saleUsdCents: possible(amount.minor), foreign: null }
  const rate = await currencyRateOn(tx, amount.currency, occurredAt)
  if (!rate) throw problem('currency_rate_missing')
  const { usdPerUnit, day } = rate
  return {
    saleUsdCents: possible(centsOf(amount, usdPerUnit)),
    foreign: { ...amount, usdPerUnit, day },
  }
}

function centsOf({ minor, currency }: Amount, usdPerUnit: string): number {
  try {
    return toUsdCents(minor, currency, usdPerUnit)
  } catch (error) {
    if (error instanceof RangeError) return Infinity
    throw error
  }
}

function possible(usdCents: number): number {
  if (usdCents < 1) throw invalidValue('body.amount', 'This is worth less than one US cent.')
  if (usdCents > LARGEST_USD_CENTS)
    throw invalidValue('body.amount', 'This is more than 100 million US dollars.')
  return usdCents
}
