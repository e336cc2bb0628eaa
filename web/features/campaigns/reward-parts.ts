import { m } from '#messages'
import type { Reward } from '#contracts/campaigns.schemas.ts'
import { convertCrels } from '#rules/exchange.ts'
import { formatMilli, formatUsd } from '#web/ui/common/format.ts'
import type { RewardKind } from './campaign-filters.ts'

/** The sale a percentage is explained with, in US cents. */
export const exampleSaleUsdCents = 10_000

/** One thing a campaign pays for. `crels` is exact; null where it depends on the sale. */
export interface RewardPart {
  kind: RewardKind
  crels: number | null
  bps: number | null
}

/** What a campaign pays for, the most telling first: sales, leads, clicks. */
export function rewardParts({ sale, leadCrels, clickMillicrels }: Reward): RewardPart[] {
  const parts: RewardPart[] = []
  if (sale && 'crels' in sale) parts.push({ kind: 'sale', crels: sale.crels, bps: null })
  if (sale && 'bps' in sale) parts.push({ kind: 'sale', crels: null, bps: sale.bps })
  if (leadCrels !== null) parts.push({ kind: 'lead', crels: leadCrels, bps: null })
  if (clickMillicrels !== null) parts.push({ kind: 'click', crels: clickMillicrels / 1000, bps: null })
  return parts
}

/** What crels come to after the fee. */
export function dollarsAfterFee(crels: number, rate: string): string {
  return formatUsd(crels > 0 ? convertCrels(crels, rate).usdCents : 0)
}

/** `84 crels`, in figures. */
export function crelsText(crels: number): string {
  return m.common_crels({ count: crels, amount: crelsAmount(crels) })
}

/** Whole crels with thin spaces; a part of one, which only clicks pay, with its decimals. */
export function crelsAmount(crels: number): string {
  return formatMilli(crels * 1000)
}
