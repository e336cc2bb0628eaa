import { worthInUsdCents } from './exchange.ts'
import type { Reward } from './earning.ts'

/**
 * What a reward costs in US cents, rounded down; null for what is not paid, or is more than can be counted. A share of the
 * sale is its basis points.
 */
export type RewardCost = {
  per1000ClicksUsdCents: number | null
  leadUsdCents: number | null
  saleUsdCents: number | null
  saleBps: number | null
}

/** What a reward costs at a rate. A thousand clicks at so many thousandths of a crel are so many crels. */
export function rewardCost({ clickMillicrels, leadCrels, sale }: Reward, rate: string): RewardCost {
  const inCents = (crels: number | null) => (crels === null ? null : worthInUsdCents(crels, rate))
  return {
    per1000ClicksUsdCents: inCents(clickMillicrels),
    leadUsdCents: inCents(leadCrels),
    saleUsdCents: inCents(sale && 'crels' in sale ? sale.crels : null),
    saleBps: sale && 'bps' in sale ? sale.bps : null,
  }
}
