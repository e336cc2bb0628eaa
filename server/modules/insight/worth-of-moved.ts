import { worthInUsdCents } from '#rules/exchange.ts'

/**
 * What crels that left budgets are worth in US cents; with a minus where more came back. Null where it cannot be
 * counted.
 */
export function worthOfMoved(crels: number, usdToCrels: string): number | null {
  const usdCents = worthInUsdCents(Math.abs(crels), usdToCrels)
  return usdCents === null || crels >= 0 ? usdCents : -usdCents || 0
}
