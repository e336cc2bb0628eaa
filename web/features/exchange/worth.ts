import { m } from '#messages'
import { convertCrels, FEE_TIERS, isRefused, type Conversion } from '#rules/exchange.ts'
import { formatBps, formatUsd } from '#web/ui/common/format.ts'
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

/** A fee with its tier in words: `Fee 3%, for amounts under $250`. */
export function feeText(feeBps: number): string {
  const tier = FEE_TIERS.find((one) => one.feeBps === feeBps) ?? FEE_TIERS.at(0)!
  const last = FEE_TIERS.at(-2)?.belowUsdCents ?? 0
  return m.wallet_how_fee({
    fee: formatBps(feeBps),
    tier:
      tier.belowUsdCents === null
        ? m.wallet_tier_over({ dollars: wholeDollars(last) })
        : m.wallet_tier_under({ dollars: wholeDollars(tier.belowUsdCents) }),
  })
}

/** Dollars without cents, where there are none. */
export function wholeDollars(usdCents: number): string {
  return formatUsd(usdCents).replace('.00', '')
}
