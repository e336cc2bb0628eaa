import { saleShareCrels, type Reward } from './earning.ts'
import { parseRate } from './exchange.ts'

/** What an operator expects of a campaign: of a thousand countable clicks so many leads and sales, of so much each. */
export type ForecastInput = {
  reward: Reward
  budgetCrels: number
  leadsPer1000Clicks: number
  salesPer1000Clicks: number
  /** An average sale, for a reward that is a share of it. */
  saleUsdCents: number
  /** Null where nobody says. */
  clicksPerDay: number | null
  /** Crels for one US dollar. */
  rate: string
}

/** What a budget buys; a number is null where the reward does not pay for it, or costs nothing. */
export type CampaignForecast = {
  /** What each costs alone, in US cents, rounded up: a budget is not to be planned too small. */
  per1000ClicksUsdCents: number | null
  leadUsdCents: number | null
  saleUsdCents: number | null
  /** A thousand clicks with the leads and sales that are expected of them. */
  allPer1000ClicksCrels: number
  allPer1000ClicksUsdCents: number
  /** How many the whole budget pays at least, if nothing else is paid. */
  clicksMost: number | null
  leadsMost: number | null
  salesMost: number | null
  /** The clicks after which the budget is spent, with the leads and sales of them; null where they cost nothing. */
  clicksUntilSpent: number | null
  /** Whole days until then. */
  daysUntilSpent: number | null
}

/**
 * What a campaign's budget buys (docs/economy.md, Conversions and earnings): by the same roundings as earnings, a share of
 * a sale down to whole crels. Arguments are safe integers of at least 0; RangeError otherwise.
 */
export function campaignForecast(input: ForecastInput): CampaignForecast {
  const { reward, budgetCrels, rate, clicksPerDay } = input
  const budget = whole(budgetCrels)
  const micros = parseRate(rate)
  const inCents = (crels: bigint) => number((crels * 100_000_000n + micros - 1n) / micros)
  const { clickMillicrels, leadCrels } = reward
  const saleCrels = crelsOfSale(input)
  // A thousand clicks at so many thousandths of a crel are so many crels.
  const perThousand =
    whole(clickMillicrels ?? 0) +
    whole(input.leadsPer1000Clicks) * whole(leadCrels ?? 0) +
    whole(input.salesPer1000Clicks) * whole(saleCrels ?? 0)
  const clicks = perThousand === 0n ? null : (budget * 1_000n) / perThousand
  const centsOf = (crels: number | null) => (crels === null ? null : inCents(whole(crels)))
  const most = (crels: number | null, of = budget) => (crels ? number(of / whole(crels)) : null)
  return {
    per1000ClicksUsdCents: centsOf(clickMillicrels),
    leadUsdCents: centsOf(leadCrels),
    saleUsdCents: centsOf(saleCrels),
    allPer1000ClicksCrels: number(perThousand),
    allPer1000ClicksUsdCents: inCents(perThousand),
    clicksMost: most(clickMillicrels, budget * 1_000n),
    leadsMost: most(leadCrels),
    salesMost: most(saleCrels),
    clicksUntilSpent: clicks === null ? null : number(clicks),
    daysUntilSpent: clicks === null || !clicksPerDay ? null : number(clicks / whole(clicksPerDay)),
  }
}

/** What an average sale earns in crels; null where sales are not paid. */
function crelsOfSale({ reward: { sale }, saleUsdCents, rate }: ForecastInput): number | null {
  if (sale === null) return null
  return 'crels' in sale ? sale.crels : saleShareCrels(saleUsdCents, sale.bps, rate)
}

function whole(value: number): bigint {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Not a whole amount: ${value}`)
  return BigInt(value)
}

function number(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('The amount is too large')
  return Number(value)
}
