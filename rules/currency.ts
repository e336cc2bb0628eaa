/**
 * Amounts of other currencies in US cents, exactly: a brand reports in the currency it sold in, and the day's rate
 * says what that is worth (docs/economy.md, Conversions and earnings).
 */

/** Rates have at most this many digits after the point: one Vietnamese dong is 0.000039 US dollars. */
const RATE_DIGITS = 12

/** A rate holds for its own day and for this many days after it, over weekends and holidays; then it is too old. */
export const RATE_DAYS = 7

/** Currencies whose minor unit is not a hundredth (ISO 4217). */
const digits = new Map<string, number>()
for (const code of 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '))
  digits.set(code, 0)
for (const code of 'BHD IQD JOD KWD LYD OMR TND'.split(' ')) digits.set(code, 3)

/** How many digits the minor unit of a currency has after the point: 2 for cents, 0 for yen, 3 for dinars. */
export function minorDigits(currency: string): number {
  return digits.get(currency) ?? 2
}

/** The currencies whose minor unit has so many digits after the point, where that is not 2. */
export function currenciesOfDigits(count: 0 | 3): string[] {
  return [...digits].filter(([, each]) => each === count).map(([code]) => code)
}

/**
 * Whether a text is a rate, US dollars for one unit: a plain decimal above 0, up to 9 digits before and 12 after the
 * point.
 */
export function isUsdRate(text: string): boolean {
  return readRate(text) !== null
}

/** Whether a change of a rate is above 10 %, and so is worth a second look. RangeError as `toUsdCents`. */
export function isLargeUsdRateChange(before: string, after: string): boolean {
  const [old, next] = [readRate(before), readRate(after)]
  if (old === null || next === null) throw new RangeError(`Not a rate: ${JSON.stringify([before, after])}`)
  const change = next - old
  return (change < 0n ? -change : change) * 10n > old
}

/**
 * What an amount in minor units of a currency is worth in whole US cents at `usdPerUnit` dollars for one unit,
 * rounded half up, once. RangeError when an argument is no amount or no rate, or the result is too large.
 */
export function toUsdCents(minor: number, currency: string, usdPerUnit: string): number {
  const rate = readRate(usdPerUnit)
  if (rate === null) throw new RangeError(`Not a rate: ${JSON.stringify(usdPerUnit)}`)
  if (!Number.isSafeInteger(minor) || minor < 0) throw new RangeError(`Not a whole amount: ${minor}`)
  const units = 10n ** BigInt(minorDigits(currency) + RATE_DIGITS)
  const cents = (2n * BigInt(minor) * rate * 100n + units) / (2n * units)
  if (cents > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('The amount is too large')
  return Number(cents)
}

/**
 * What US cents are in minor units of a currency at `usdPerUnit` dollars for one unit, rounded half up, once. RangeError
 * as `toUsdCents`.
 */
export function fromUsdCents(usdCents: number, currency: string, usdPerUnit: string): number {
  const rate = readRate(usdPerUnit)
  if (rate === null) throw new RangeError(`Not a rate: ${JSON.stringify(usdPerUnit)}`)
  if (!Number.isSafeInteger(usdCents) || usdCents < 0) throw new RangeError(`Not a whole amount: ${usdCents}`)
  const minor = BigInt(usdCents) * 10n ** BigInt(minorDigits(currency) + RATE_DIGITS)
  const amount = (2n * minor + rate * 100n) / (2n * rate * 100n)
  if (amount > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('The amount is too large')
  return Number(amount)
}

/**
 * Minor units of an amount as people write it, `49.90`, without signs or separators; null when it is none, or has
 * more digits than the currency.
 */
export function minorOf(text: string, currency: string): number | null {
  const digits = minorDigits(currency)
  const [, whole, part = ''] = /^(\d{1,13})(?:\.(\d{1,3}))?$/.exec(text) ?? []
  if (whole === undefined || part.length > digits) return null
  return Number(whole + part.padEnd(digits, '0'))
}

function readRate(text: string): bigint | null {
  const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d{1,12}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const rate = BigInt(whole + part.padEnd(RATE_DIGITS, '0'))
  return rate > 0n ? rate : null
}
