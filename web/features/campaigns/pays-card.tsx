import { m } from '#messages'
import type { Campaign, PublicCampaign } from '#contracts/campaigns.schemas.ts'
import { FEE_TIERS } from '#rules/exchange.ts'
import { Card, Row, Rows } from '#web/ui/card.tsx'
import { Coin } from '#web/ui/common/coin.tsx'
import { formatBps, formatRate } from '#web/ui/common/format.ts'
import type { RewardKind } from './campaign-filters.ts'
import { rewardParts } from './reward-parts.ts'
import { payLine } from './reward-text.ts'
import classes from './pays-card.module.css'

/** The rate amounts are explained at, and how far to trust it. */
export interface RateAtHand {
  usdToCrels: string
  standing: 'live' | 'stale' | 'default'
}

const names: Record<RewardKind, [name: () => string, note: () => string]> = {
  sale: [m.campaigns_pays_sale, m.campaigns_pays_sale_hint],
  lead: [m.campaigns_pays_lead, m.campaigns_pays_lead_hint],
  click: [m.campaigns_pays_click, m.campaigns_pays_click_hint],
}

/** "What it pays": each part in crels and in dollars after the fee, with the rate they were computed at. */
export function PaysCard({ campaign, rate }: { campaign: Campaign | PublicCampaign; rate: RateAtHand }) {
  return (
    <Card>
      <h2>{m.campaigns_pays_heading()}</h2>
      <Rows className={classes.rows}>
        {rewardParts(campaign.reward).map((part) => {
          const line = payLine(part, rate.usdToCrels)
          const [name, note] = names[part.kind]
          return (
            <Row key={part.kind} className={classes.row}>
              <span className={classes.text}>
                <b>{name()}</b>
                <span className={classes.note}>{note()}</span>
              </span>
              <span className={classes.amount}>
                <b>
                  <Coin /> {line.amount}
                </b>
                <span className={classes.note}>{line.meaning}</span>
              </span>
            </Row>
          )
        })}
      </Rows>
      <p className={classes.rate}>{rateText(rate)}</p>
    </Card>
  )
}

function rateText({ usdToCrels, standing }: RateAtHand): string {
  const rate = formatRate(usdToCrels)
  if (standing === 'stale') return m.campaigns_rate_stale({ rate })
  if (standing === 'default') return m.campaigns_rate_default({ rate })
  return m.campaigns_rate_live({ rate, fee: formatBps(FEE_TIERS.at(0)!.feeBps) })
}
