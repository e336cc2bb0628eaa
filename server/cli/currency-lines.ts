import type { CurrencyPreview } from '#contracts/operator-currencies.schemas.ts'
import { isLargeUsdRateChange } from '#rules/currency.ts'
import type { CurrencyRate } from '../modules/exchange/public.ts'
import type { Db } from '../platform/database.ts'
import { dollars, grouped } from '../platform/shown-amounts.ts'

/** A rate that is to be set, with what it touches. */
export interface TouchedRate {
  rate: CurrencyRate
  touched: CurrencyPreview
}

/** How many lines about single rates are shown. */
const shownMax = 20

/**
 * What rates touch, as the console counts it for one: of each day the last one said, which holds until the next of its
 * currency. Throws an Error for people at the first that is none.
 */
export async function touchedBy(db: Db, rates: readonly CurrencyRate[]): Promise<TouchedRate[]> {
  const { requireRates } = await import('../modules/exchange/public.ts')
  const { previewCurrency } = await import('../modules/operated-economy/public.ts')
  requireRates(rates)
  const last = [...new Map(rates.map((rate) => [`${rate.currency} ${rate.day}`, rate])).values()]
  const found: TouchedRate[] = []
  for (const rate of last) {
    const [next] = last
      .filter(({ currency, day }) => currency === rate.currency && day > rate.day)
      .map(({ day }) => day)
      .sort()
    found.push({ rate, touched: await previewCurrency(db, { ...rate, next }) })
  }
  return found
}

/** What to agree to before rates are set. */
export function currencyLines(rates: readonly TouchedRate[]): string[] {
  const lines = rates.flatMap(linesOf)
  const sepa = rates.find(({ touched }) => touched.sepa !== null)?.touched.sepa
  return [
    ...lines.slice(0, shownMax),
    ...(lines.length > shownMax ? [`and ${grouped(lines.length - shownMax)} more lines`] : []),
    ...(sepa && sepa.count > 0
      ? [
          `Approved redemptions that a SEPA run pays by the rate of its day: ${grouped(sepa.count)} of ${dollars(sepa.usdCents)}`,
        ]
      : []),
    'What is reported from now on goes by it, and what was recorded keeps its rate',
  ]
}

function linesOf({ rate: { currency, day, usdPerUnit }, touched }: TouchedRate): string[] {
  const { before, heldUntil, claims } = touched
  const was = before ? `it was $${before.usdPerUnit}` : 'it had no rate'
  const large = before && isLargeUsdRateChange(before.usdPerUnit, usdPerUnit)
  const value = (usdCents: number | null) =>
    usdCents === null ? 'nothing that can be counted' : dollars(usdCents)
  return [
    `1 ${currency} is $${usdPerUnit} from ${day} to ${heldUntil}; ${was}${large ? ', a change of more than 10%' : ''}`,
    ...(claims.count > 0
      ? [
          `  Open claims of those days: ${grouped(claims.count)}, worth ${value(claims.usdCents)} before and ${value(claims.nextUsdCents)} by it`,
        ]
      : []),
  ]
}
