import { m } from '#messages'
import { convertCrels, FEE_TIERS, isRefused, type Conversion } from '#rules/exchange.ts'
import { formatAboutUsd, formatBps, formatUsd, formatWholeUsd } from '#web/ui/common/format.ts'
import type { ShownRate } from './rate.ts'

/** What crels convert to just now; null where nothing would arrive. */
export function worthOf(crels: number, { usdToCrels }: Pick<ShownRate, 'usdToCrels'>): Conversion | null {
  if (crels < 1) return null
  const conversion = convertCrels(crels, usdToCrels)
  return isRefused(conversion) ? null : conversion
}

/** `≈ $111.23 after the fee`, and whether the rate is the last known or the standard one. */
export function worthText(crels: number, rate: ShownRate): string {
  const conversion = worthOf(crels, rate)
  if (!conversion) return m.wallet_worth_none()
  const dollars = formatUsd(conversion.usdCents)
  if (rate.standing === 'stale') return m.wallet_worth_stale({ dollars })
  return rate.standing === 'default' ? m.wallet_worth_default({ dollars }) : m.wallet_worth({ dollars })
}

/** What crels of a forecast come to after the fee: `$29`; null where nothing would arrive. */
export function aboutDollars(crels: number, rate: Pick<ShownRate, 'usdToCrels'>): string | null {
  const conversion = worthOf(crels, rate)
  return conversion && formatAboutUsd(conversion.usdCents)
}

/** A fee with its tier in words: `Fee 3% for amounts under $250`. */
export function feeText(feeBps: number): string {
  const tier = FEE_TIERS.find((one) => one.feeBps === feeBps) ?? FEE_TIERS.at(0)!
  const last = FEE_TIERS.at(-2)?.belowUsdCents ?? 0
  const fee = formatBps(feeBps)
  return tier.belowUsdCents === null
    ? m.wallet_how_fee_over({ fee, dollars: formatWholeUsd(last) })
    : m.wallet_how_fee_under({ fee, dollars: formatWholeUsd(tier.belowUsdCents) })
}

/** A tier of the fee by its place: `Under $100`, `$100 to under $250`, `$250 and more`. */
export function tierText(index: number): string {
  const below = FEE_TIERS[index]!.belowUsdCents
  const from = FEE_TIERS[index - 1]?.belowUsdCents ?? null
  if (below === null) return m.wallet_about_fee_over({ dollars: formatWholeUsd(from ?? 0) })
  if (from === null) return m.wallet_about_fee_under({ dollars: formatWholeUsd(below) })
  return m.wallet_about_fee_between({ from: formatWholeUsd(from), to: formatWholeUsd(below) })
}
