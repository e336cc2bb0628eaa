import { dayMs, moveAvailable, type Model, type ModelMember, type ModelSale } from './model.fixture.ts'

const million = 1_000_000n
const ceil = (top: bigint, bottom: bigint): bigint => top / bottom + (top % bottom > 0n ? 1n : 0n)

/** Tenths of a percent that a dollar amount pays: under $100 5 %, under $250 3 %, otherwise 0.5 %. */
const feeOf = (usdCents: bigint): bigint => (usdCents < 10_000n ? 50n : usdCents < 25_000n ? 30n : 5n)

export interface Computed {
  crels: bigint
  usdCents: bigint
  feeBps: number
}

/** What a dollar amount costs: ⌈usd × rate⌉ + ⌈fee % of that⌉. */
export function priceOf(usdCents: bigint, rateMicros: bigint): Computed {
  const fee = feeOf(usdCents)
  const base = ceil(usdCents * rateMicros, 100n * million)
  return { usdCents, crels: base + ceil(base * fee, 1_000n), feeBps: Number(fee) * 10 }
}

/** What crels convert to: gross = crels / rate, its tier, less the fee, half up to cents once; never above the gross. */
export function conversionOf(crels: bigint, rateMicros: bigint): Computed {
  // Gross in cents is this over the rate in millionths.
  const gross = crels * 100n * million
  const fee = gross < 10_000n * rateMicros ? 50n : gross < 25_000n * rateMicros ? 30n : 5n
  const [top, bottom] = [gross * (1_000n - fee), rateMicros * 1_000n]
  const halfUp = (top + bottom / 2n) / bottom
  const whole = gross / rateMicros
  return { crels, usdCents: halfUp > whole ? whole : halfUp, feeBps: Number(fee) * 10 }
}

/** What a sale earns at ten percent: ⌊usdCents × bps × rate / 1 000 000⌋. */
export function saleCrels(usdCents: bigint, rateMicros: bigint): bigint {
  return (usdCents * 1_000n * rateMicros) / (million * million)
}

/** The jobs' part: what is due is unlocked, a debt filled first. */
export function unlockDue({ now, sales, members }: Model): void {
  for (const sale of sales) {
    const member = members[sale.member]!
    if (member.left || sale.unlocked || sale.unlocksAt > now) continue
    sale.unlocked = true
    const crels = sale.crels - sale.reversed
    const filled = crels < member.debt ? crels : member.debt
    member.pending -= crels
    member.debt -= filled
    if (crels > filled) moveAvailable(member, crels - filled, now)
  }
}

/** A brand takes a sale back, wholly or an amount of it; answers the crels taken, or the code of the refusal. */
export function refundSale(
  { now, members }: Model,
  sale: ModelSale,
  usdCents: bigint | null,
): { refused: string } | { refused: null; total: bigint } {
  if (usdCents === null && sale.wholeRefunded) return { refused: null, total: sale.reversed }
  const left = sale.usdCents - sale.refundedCents
  if (left === 0n) return { refused: 'not_refundable' }
  if (usdCents !== null && usdCents > left) return { refused: 'refund_exceeds_sale' }
  sale.wholeRefunded = usdCents === null
  sale.refundedCents += usdCents ?? left
  const total = (sale.crels * sale.refundedCents) / sale.usdCents
  const taken = total - sale.reversed
  sale.reversed = total
  takeBack(members[sale.member]!, taken, sale.unlocked, now)
  return { refused: null, total }
}

function takeBack(member: ModelMember, crels: bigint, unlocked: boolean, now: number): void {
  if (!unlocked) {
    member.pending -= crels
    return
  }
  const free = member.available - member.reserved
  const there = free < crels ? free : crels
  if (there > 0n) moveAvailable(member, -there, now)
  member.debt += crels - there
}

/** Every reason against a redemption of a quote; none when it is accepted. */
export function redemptionRefusals(model: Model, memberIndex: number, quoteIndex: number): string[] {
  const member = model.members[memberIndex]!
  const quote = member.quotes[quoteIndex]!
  const reasons: [boolean, string][] = [
    [model.paused, 'exchange_paused'],
    [quote.used, 'quote_used'],
    [quote !== member.quotes.at(-1) || quote.pauses !== model.pauses, 'quote_void'],
    [quote.expiresAt <= model.now, 'quote_expired'],
    [quote.usdCents < BigInt(model.settings['redemption.netUsdCentsMin']), 'below_minimum'],
    [!member.hasCompleteProfile, 'profile_incomplete'],
    [model.now < member.joinedAt + dayMs, 'destination_frozen'],
    [member.available - member.reserved < quote.crels, 'insufficient_funds'],
    [member.debt > 0n, 'debt_open'],
  ]
  return reasons.filter(([holds]) => holds).map(([, code]) => code)
}

/** A redemption that is under way keeps its member here. */
export function hasRedemptionUnderWay({ redemptions }: Model, member: number): boolean {
  return redemptions.some(
    (one) => one.member === member && ['requested', 'approved', 'sending'].includes(one.state),
  )
}
