/**
 * The exchange between crels and US dollars, in exact integer arithmetic. Numbers come in and go out so that
 * browser and server share it; inside everything is bigint, and nothing is ever a fraction in floating point.
 * Source: docs/economy.md, Exchange.
 */

const MICROS = 1_000_000n
const BPS = 10_000n
const CENTS = 100n

/** The rate until an operator sets another: one US dollar is 10.5 crels. */
export const DEFAULT_RATE = '10.5'

/** A fee tier: amounts under `belowUsdCents` pay `feeBps` hundredths of a percent; null is "otherwise". */
export type FeeTier = { readonly belowUsdCents: number | null; readonly feeBps: number }

/** The fee tiers by USD amount, smallest first: under $100 5 %, under $250 3 %, otherwise 0.5 %. */
export const FEE_TIERS: readonly FeeTier[] = [
  { belowUsdCents: 10_000, feeBps: 500 },
  { belowUsdCents: 25_000, feeBps: 300 },
  { belowUsdCents: null, feeBps: 50 },
]

/** What a USD amount costs a member: `crels` = `baseCrels` + `feeCrels`. Never credited to anyone. */
export type Price = {
  usdCents: number
  rate: string
  feeBps: number
  baseCrels: number
  feeCrels: number
  crels: number
}

/** What crels convert to: `usdCents` (net) = `grossUsdCents` − `feeUsdCents`. A net of 0 is refused. */
export type Conversion = {
  crels: number
  rate: string
  feeBps: number
  grossUsdCents: number
  feeUsdCents: number
  usdCents: number
}

/** An amount that `crels` deliver in the given direction: `usd` asks for dollars, `crels` offers crels. */
export type Offer = { direction: 'usd' | 'crels'; crels: number; usdCents: number }

/**
 * Reads a rate (crels per US dollar) into millionths, exactly. A rate is a plain decimal above 0 with at most
 * 9 digits before and 6 after the point; anything else throws RangeError.
 */
export function parseRate(rate: string): bigint {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(rate)
  const micros = match ? BigInt(match[1]!) * MICROS + BigInt((match[2] ?? '').padEnd(6, '0')) : 0n
  if (micros === 0n)
    throw new RangeError(`Not a rate above 0 with at most 6 decimals: ${JSON.stringify(rate)}`)
  return micros
}

/** Whether a text is a rate that `parseRate` reads. */
export function isRate(rate: string): boolean {
  try {
    return parseRate(rate) > 0n
  } catch {
    return false
  }
}

/**
 * The rate as text from the number the API answers (`{ value: 10.5 }`), rounded to 6 decimals. RangeError when
 * it is not finite, not above 0, or too large to be a rate.
 */
export function rateFromNumber(value: number): string {
  const rate = value.toFixed(6).replace(/\.?0+$/, '')
  parseRate(rate)
  return rate
}

/** Whether a change of the rate is above 10 % of the rate before, and so asks the operator again. */
export function isLargeRateChange(before: string, after: string): boolean {
  const old = parseRate(before)
  const change = parseRate(after) - old
  return (change < 0n ? -change : change) * 10n > old
}

/** The fee in basis points that a USD amount pays; the tier is picked by the amount in whole cents. */
export function feeBpsFor(usdCents: number): number {
  return tierOf(BigInt(usdCents)).feeBps
}

/**
 * The price in crels of a USD amount: ⌈usd × rate⌉ + ⌈fee % of that⌉. `usdCents` is a whole number of at least
 * 1; RangeError otherwise, for a bad rate, and where a result leaves the safe integers.
 */
export function priceInCrels(usdCents: number, rate: string): Price {
  const cents = positive(usdCents, 'usdCents')
  const { feeBps } = tierOf(cents)
  const base = ceilDiv(cents * parseRate(rate), CENTS * MICROS)
  const fee = ceilDiv(base * BigInt(feeBps), BPS)
  return { usdCents, rate, feeBps, baseCrels: safe(base), feeCrels: safe(fee), crels: safe(base + fee) }
}

/**
 * What `crels` pay in dollars: gross = crels / rate, the tier is picked by the exact gross, net = gross − fee,
 * rounded half up to cents once, at the end. Ask `isRefused` before acting on it: a net of 0 is refused.
 *
 * Net never exceeds crels / rate. Half up alone would break that below 10 cents (6 crels at 1000 are worth 0.6
 * cents, less fee 0.57, and would pay 1), so net is capped at the whole cents of the gross. The gross is shown
 * in whole cents rounded down, which always agrees with the tier, and the fee is the difference, so the three
 * add up. RangeError as for `priceInCrels`.
 */
export function convertCrels(crels: number, rate: string): Conversion {
  const numerator = positive(crels, 'crels') * CENTS * MICROS
  const micros = parseRate(rate)
  const gross = numerator / micros
  const { feeBps } = tierOf(gross)
  const rounded = roundHalfUpDiv(numerator * (BPS - BigInt(feeBps)), micros * BPS)
  const net = rounded < gross ? rounded : gross
  return {
    crels,
    rate,
    feeBps,
    grossUsdCents: safe(gross),
    feeUsdCents: safe(gross - net),
    usdCents: safe(net),
  }
}

/**
 * What `crels` are worth in whole US cents at a rate, before any fee: ⌊crels / rate⌋. Null where that leaves the safe
 * integers: above 90 trillion dollars. RangeError for what is no amount, and for a bad rate.
 */
export function worthInUsdCents(crels: number, rate: string): number | null {
  if (!Number.isSafeInteger(crels) || crels < 0) throw new RangeError('crels must be a whole number')
  const usdCents = (BigInt(crels) * CENTS * MICROS) / parseRate(rate)
  return usdCents > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(usdCents)
}

/** Whether a conversion is refused because nothing would arrive. */
export function isRefused(conversion: Conversion): boolean {
  return conversion.usdCents === 0
}

/** The largest USD amount whose price is at most `crels`, with that price; undefined when 1 cent is too dear. */
export function largestPriceWithin(crels: number, rate: string): Price | undefined {
  const budget = positive(crels, 'crels')
  const micros = parseRate(rate)
  for (let i = FEE_TIERS.length - 1; i >= 0; i--) {
    const { belowUsdCents, feeBps } = FEE_TIERS[i]!
    const from = BigInt(FEE_TIERS[i - 1]?.belowUsdCents ?? 1)
    // base + ⌈base × bps⌉ ≤ budget is base × (1 + bps) ≤ budget, base being whole.
    const base = (budget * BPS) / (BPS + BigInt(feeBps))
    let cents = (base * CENTS * MICROS) / micros
    if (belowUsdCents !== null && cents >= BigInt(belowUsdCents)) cents = BigInt(belowUsdCents) - 1n
    if (cents >= from) return priceInCrels(safe(cents), rate)
  }
  return undefined
}

/**
 * What a quote answers as `better`: the other direction, where it delivers more dollars for at most the same
 * crels. A price is compared with converting its crels; a conversion with the largest amount they can buy.
 */
export function betterThan(quote: Price | Conversion): Offer | undefined {
  const other =
    'baseCrels' in quote ? convertCrels(quote.crels, quote.rate) : largestPriceWithin(quote.crels, quote.rate)
  if (!other || other.usdCents <= quote.usdCents) return undefined
  const direction = 'baseCrels' in other ? 'usd' : 'crels'
  return { direction, crels: other.crels, usdCents: other.usdCents }
}

/**
 * "A little more costs less": the price of a larger amount, at the start of a higher tier, that costs fewer
 * crels than this one ($99.99 costs 1103, $100 costs 1082). Undefined where a larger amount costs as much or more.
 */
export function cheaperBiggerAmount(price: Price): Price | undefined {
  let best: Price | undefined
  for (const { belowUsdCents } of FEE_TIERS) {
    if (belowUsdCents === null || belowUsdCents <= price.usdCents) continue
    const bigger = priceInCrels(belowUsdCents, price.rate)
    if (bigger.crels < (best ?? price).crels) best = bigger
  }
  return best
}

function tierOf(usdCents: bigint): FeeTier {
  return FEE_TIERS.find((tier) => tier.belowUsdCents === null || usdCents < BigInt(tier.belowUsdCents))!
}

function ceilDiv(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}

function roundHalfUpDiv(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator)
}

function positive(value: number, name: string): bigint {
  if (!Number.isSafeInteger(value) || value < 1)
    throw new RangeError(`${name} must be a whole number above 0`)
  return BigInt(value)
}

function safe(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('The amount is too large')
  return Number(value)
}
