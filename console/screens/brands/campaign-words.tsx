import { m } from '#console-messages'
import type { OperatedCampaign } from '#contracts/operator-campaigns.schemas.ts'
import type { CampaignState } from '#rules/campaign-state.ts'
import type { RewardCost } from '#rules/reward-cost.ts'
import { formatShare, formatUsd } from '#console/ui/format.ts'
import { Pill, Pills } from '#console/ui/pill.tsx'

/** What each state is called. */
export const stateNames: Record<CampaignState, () => string> = {
  draft: m.campaigns_state_draft,
  scheduled: m.campaigns_state_scheduled,
  active: m.campaigns_state_active,
  paused: m.campaigns_state_paused,
  exhausted: m.campaigns_state_exhausted,
  ended: m.campaigns_state_ended,
  archived: m.campaigns_state_archived,
}

const tones: Partial<Record<CampaignState, 'good' | 'warn' | 'bad'>> = {
  active: 'good',
  paused: 'warn',
  exhausted: 'bad',
}

/** A campaign's state, and that of its brand where it stops the campaign. */
export function CampaignStatePills({ campaign: { state, brand } }: { campaign: OperatedCampaign }) {
  return (
    <Pills>
      <Pill tone={tones[state] ?? 'plain'}>{stateNames[state]()}</Pill>
      {brand.isSuspended && <Pill tone="bad">{m.campaigns_brand_suspended()}</Pill>}
    </Pills>
  )
}

/** What a campaign pays, in dollars: `$8.00 a sale · $1.14 a lead`. */
export function payWords(cost: RewardCost): string {
  const { per1000ClicksUsdCents: clicks, leadUsdCents: lead, saleUsdCents: sale, saleBps } = cost
  return [
    clicks !== null && m.campaigns_pays_clicks({ value: formatUsd(clicks) }),
    lead !== null && m.campaigns_pays_lead({ value: formatUsd(lead) }),
    sale !== null && m.campaigns_pays_sale({ value: formatUsd(sale) }),
    saleBps !== null && m.campaigns_pays_share({ share: formatShare(saleBps / 10_000) }),
  ]
    .filter((words) => words !== false)
    .join(' · ')
}
