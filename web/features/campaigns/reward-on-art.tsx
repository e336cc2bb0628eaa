import { useContext } from 'react'
import { m } from '#messages'
import type { Reward } from '#contracts/campaigns.schemas.ts'
import { saleShareCrels } from '#rules/earning.ts'
import { formatBps, formatWholeUsd } from '#web/ui/common/format.ts'
import {
  crelsText,
  dollarsAfterFee,
  exampleSaleUsdCents,
  rewardParts,
  type RewardPart,
} from './reward-parts.ts'
import { CardRate } from './shared/card-rate.ts'
import classes from './reward-on-art.module.css'

/**
 * The reward, large on a campaign's art: in crels or percent, and in dollars after the fee. On lists for members alone.
 */
export function RewardOnArt({ reward, isLarge }: { reward: Reward; isLarge?: boolean }) {
  const rate = useContext(CardRate)
  const part = rewardParts(reward)[0]
  if (!part) return null
  return (
    <>
      <b className={classes.reward} data-large={isLarge}>
        {part.bps === null ? crelsText(part.crels!) : formatBps(part.bps)}
      </b>
      <span className={classes.worth}>{rate === null ? whatFor[part.kind]() : worthText(part, rate)}</span>
    </>
  )
}

const whatFor: Record<RewardPart['kind'], () => string> = {
  sale: m.campaigns_art_sale,
  lead: m.campaigns_art_lead,
  click: m.campaigns_art_click,
}

/** `≈ $7.60 a sale`; a share by the example of a $100 sale, clicks by the hundred. */
function worthText({ kind, crels, bps }: RewardPart, rate: string): string {
  if (bps !== null)
    return m.campaigns_art_worth_share({
      dollars: dollarsAfterFee(saleShareCrels(exampleSaleUsdCents, bps, rate), rate),
      sale: formatWholeUsd(exampleSaleUsdCents),
    })
  if (kind === 'click')
    return m.campaigns_per_100_clicks({ dollars: dollarsAfterFee(Math.round(crels! * 100), rate) })
  const dollars = dollarsAfterFee(crels!, rate)
  return kind === 'sale' ? m.campaigns_art_worth_sale({ dollars }) : m.campaigns_art_worth_lead({ dollars })
}
