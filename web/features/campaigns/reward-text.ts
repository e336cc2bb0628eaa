import { m } from '#messages'
import type { Reward } from '#contracts/campaigns.schemas.ts'
import { saleShareCrels } from '#rules/earning.ts'
import { formatBps, formatWholeUsd } from '#web/ui/common/format.ts'
import type { RewardKind } from './campaign-filters.ts'
import {
  crelsAmount,
  crelsText,
  dollarsAfterFee,
  exampleSaleUsdCents,
  rewardParts,
  type RewardPart,
} from './reward-parts.ts'

/** Whether sales or leads are paid, and not clicks alone: only for those is there a time in which they count. */
export function paysResults({ sale, leadCrels }: Reward): boolean {
  return sale !== null || leadCrels !== null
}

/** The reward as a title: `Earn 84 crels a sale`, `12% of every sale`. */
export function rewardTitle(reward: Reward): string {
  const part = rewardParts(reward)[0]
  if (!part) return m.campaigns_reward_none()
  if (part.bps !== null) return m.campaigns_reward_sale_percent({ percent: formatBps(part.bps) })
  const inputs = { count: part.crels!, amount: crelsAmount(part.crels!) }
  if (part.kind === 'sale') return m.campaigns_reward_sale_crels(inputs)
  return part.kind === 'lead' ? m.campaigns_reward_lead(inputs) : m.campaigns_reward_click(inputs)
}

/** The reward in one pill: `12%`, `50 a lead`. */
export function rewardPill(part: RewardPart): string {
  if (part.bps !== null) return m.campaigns_pill_sale_percent({ percent: formatBps(part.bps) })
  const amount = crelsAmount(part.crels!)
  if (part.kind === 'sale') return m.campaigns_pill_sale_crels({ amount })
  return part.kind === 'lead' ? m.campaigns_pill_lead({ amount }) : m.campaigns_pill_click({ amount })
}

/**
 * What a campaign's card and page are headed with: the brand's own title where that already says the reward,
 * else the reward, with the title beside it as `name`.
 */
export function campaignHeading(campaign: { title: string; reward: Reward }): {
  heading: string
  name: string | null
} {
  const { title, reward } = campaign
  const part = rewardParts(reward)[0]
  const figure = part && (part.bps === null ? String(part.crels) : String(part.bps / 100))
  const numbers: string[] =
    title.replaceAll(/(?<=\d)[\s,\u00a0\u202f](?=\d{3})/g, '').match(/\d+(\.\d+)?/g) ?? []
  if (!figure || numbers.includes(figure)) return { heading: title, name: null }
  return { heading: rewardTitle(reward), name: title }
}

/** One row of "what it pays": the amount, and what it means in dollars after the fee, at `rate` crels a dollar. */
export interface PayLine {
  kind: RewardKind
  amount: string
  meaning: string
}

/** What each part pays; a share is explained with a $100 sale, clicks by the hundred. */
export function payLine(part: RewardPart, rate: string): PayLine {
  const { kind } = part
  if (part.bps !== null) {
    const crels = saleShareCrels(exampleSaleUsdCents, part.bps, rate)
    return {
      kind,
      amount: m.campaigns_pays_percent_amount({ percent: formatBps(part.bps) }),
      meaning: m.campaigns_pays_percent_example({
        sale: formatWholeUsd(exampleSaleUsdCents),
        crels: crelsText(crels),
        dollars: dollarsAfterFee(crels, rate),
      }),
    }
  }
  const amount = crelsText(part.crels!)
  if (kind !== 'click')
    return { kind, amount, meaning: m.campaigns_pays_worth({ dollars: dollarsAfterFee(part.crels!, rate) }) }
  const hundred = Math.round(part.crels! * 100)
  return {
    kind,
    amount,
    meaning: m.campaigns_pays_click_example({
      crels: crelsText(hundred),
      dollars: dollarsAfterFee(hundred, rate),
    }),
  }
}

/** The dollars of the first part in a pill: `≈ $4.52 after fees`, or of an example sale for a share. */
export function worthPill(reward: Reward, rate: string): string | null {
  const part = rewardParts(reward)[0]
  if (!part || part.kind === 'click') return null
  if (part.bps === null) return m.campaigns_worth_pill({ dollars: dollarsAfterFee(part.crels!, rate) })
  const crels = saleShareCrels(exampleSaleUsdCents, part.bps, rate)
  return m.campaigns_worth_percent_pill({
    dollars: dollarsAfterFee(crels, rate),
    sale: formatWholeUsd(exampleSaleUsdCents),
  })
}
