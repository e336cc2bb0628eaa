import {
  betterThan,
  cheaperBiggerAmount,
  convertCrels,
  isRefused,
  priceInCrels,
  type Conversion,
  type Offer,
  type Price,
} from '#rules/exchange.ts'
import { decimalSign } from '#web/ui/common/format.ts'

/** Which of the two fields a person typed in: dollars that are to arrive, or crels to be spent. */
export type Direction = 'usd' | 'crels'

/** What was typed, and where. */
export interface Typed {
  direction: Direction
  text: string
}

/** Points between thousands, as in 1.204,50: never the point before cents, which has two digits after it. */
const groupedByPoints = /^[1-9]\d{0,2}(?:\.\d{3})+(?=,\d{0,2}$|$)/

/** Without the points between thousands. */
function ungrouped(text: string): string {
  return text.replace(groupedByPoints, (whole) => whole.replaceAll('.', ''))
}

/** Whole crels of a text, null where it is none; spaces, commas and points between thousands are let pass. */
export function readCrels(text: string): number | null {
  const plain = ungrouped(text.replaceAll(/[\s\u202f\u00a0]/g, '')).replaceAll(',', '')
  if (!/^\d{1,16}$/.test(plain)) return null
  const crels = Number(plain)
  return Number.isSafeInteger(crels) && crels > 0 ? crels : null
}

/** Cents of a text of dollars, with a point or a comma before the cents; null where it is none. */
export function readUsdCents(text: string): number | null {
  const plain = ungrouped(text.replaceAll(/[\s\u202f\u00a0$]/g, ''))
    .replace(/,(\d{1,2})$/, '.$1')
    .replaceAll(',', '')
  const match = /^(\d{1,13})(?:\.(\d{0,2}))?$/.exec(plain)
  if (!match) return null
  const usdCents = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return Number.isSafeInteger(usdCents) && usdCents > 0 ? usdCents : null
}

/** What an exchange would be at a rate, computed as the server does. */
export interface ComputedExchange {
  price: Price | Conversion
  /** The other direction delivers more dollars for at most the same crels. */
  better: Offer | undefined
  /** A larger amount that costs fewer crels. */
  cheaper: Price | undefined
}

/** What was typed, computed; null where it is no amount, and where nothing would arrive or it is too much. */
export function computeExchange({ direction, text }: Typed, usdToCrels: string): ComputedExchange | null {
  const amount = direction === 'usd' ? readUsdCents(text) : readCrels(text)
  if (amount === null) return null
  try {
    if (direction === 'usd') {
      const price = priceInCrels(amount, usdToCrels)
      return { price, better: betterThan(price), cheaper: cheaperBiggerAmount(price) }
    }
    const price = convertCrels(amount, usdToCrels)
    return isRefused(price) ? null : { price, better: betterThan(price), cheaper: undefined }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * Without the offers that cannot be taken: below the least that is paid out, or beyond the balance, where these are
 * known.
 */
export function withinLimits(
  { price, better, cheaper }: ComputedExchange,
  { available = Infinity, usdCentsMin = 0 }: { available?: number; usdCentsMin?: number },
): ComputedExchange {
  const fits = ({ crels, usdCents }: { crels: number; usdCents: number }) =>
    crels <= available && usdCents >= usdCentsMin
  return {
    price,
    better: better && fits(better) ? better : undefined,
    cheaper: cheaper && fits(cheaper) ? cheaper : undefined,
  }
}

/** The text for the field that was not typed in: plain, so that it can be edited. */
export function otherText({ direction }: Typed, computed: ComputedExchange | null): string {
  if (!computed) return ''
  return direction === 'usd' ? String(computed.price.crels) : dollarsText(computed.price.usdCents)
}

/** Dollars as they are typed in the reader’s language: `99.99`, `100`. */
export function dollarsText(usdCents: number): string {
  return usdCents % 100 === 0 ? String(usdCents / 100) : (usdCents / 100).toFixed(2).replace('.', decimalSign)
}

/** What a quote is asked for. */
export function wishOf(
  { direction }: Typed,
  { price }: ComputedExchange,
): { usdCents: number } | { crels: number } {
  return direction === 'usd' ? { usdCents: price.usdCents } : { crels: price.crels }
}
