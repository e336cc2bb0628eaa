import { parseRate } from './exchange.ts'
import type { Reward } from './earning.ts'

/**
 * What crels of a campaign are worth in US cents at a rate, rounded down. No fee: that is paid by who exchanges. `crels`
 * is a safe integer of at least 0; RangeError otherwise, and for a bad rate.
 */
export function crelsInUsdCents(crels: number, rate: string): number {
  if (!Number.isSafeInteger(crels) || crels < 0) throw new RangeError(`Not a whole amount: ${crels}`)
  const usdCents = (BigInt(crels) * 100_000_000n) / parseRate(rate)
  if (usdCents > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('The amount is too large')
  return Number(usdCents)
}

/** What a reward costs in US cents, rounded down; null for what is not paid. A share of the sale is its basis points. */
export type RewardCost = {
  per1000ClicksUsdCents: number | null
  leadUsdCents: number | null
  saleUsdCents: number | null
  saleBps: number | null
}

/** What a reward costs at a rate. A thousand clicks at so many thousandths of a crel are so many crels. */
export function rewardCost({ clickMillicrels, leadCrels, sale }: Reward, rate: string): RewardCost {
  const inCents = (crels: number | null) => (crels === null ? null : crelsInUsdCents(crels, rate))
  return {
    per1000ClicksUsdCents: inCents(clickMillicrels),
    leadUsdCents: inCents(leadCrels),
    saleUsdCents: inCents(sale && 'crels' in sale ? sale.crels : null),
    saleBps: sale && 'bps' in sale ? sale.bps : null,
  }
}
