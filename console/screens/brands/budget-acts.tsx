import type { ReactNode } from 'react'
import { m } from '#console-messages'
import {
  reduceOperatedCampaignBudget,
  topUpOperatedCampaign,
} from '#contracts/operator-campaigns.endpoints.ts'
import type { CampaignReach, OperatedCampaignDetail } from '#contracts/operator-campaigns.schemas.ts'
import { worthInUsdCents } from '#rules/exchange.ts'
import { call } from '#console/platform/api.ts'
import { oneDone } from '#console/ui/act-button.tsx'
import { formatCrels, formatNumber, formatUsd } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import type { RowAct } from '#console/ui/table/row-act.ts'
import { useCampaignReach } from './use-campaign-reach.ts'

/** Puts crels into a budget; what they are worth, and what the budget is then, is said as they are typed. */
export function topUpAct(campaign: OperatedCampaignDetail): RowAct<OperatedCampaignDetail> {
  const { id, usdToCrels, budget, left, state } = campaign
  return {
    id: 'top-up',
    label: m.campaigns_top_up(),
    look: state === 'exhausted' ? 'primary' : 'quiet',
    permission: 'campaign.top-up',
    applies: () => state !== 'archived' && state !== 'ended',
    fields: [
      { kind: 'number', name: 'crels', label: m.campaigns_crels_field(), min: 1, max: 1_000_000_000 },
      { name: 'reference', label: m.campaigns_reference(), isRequired: true, length: 120 },
    ],
    preview: (_, { crels: typed }): ReactNode => {
      const crels = Number(typed)
      if (!Number.isSafeInteger(crels) || crels < 1) return null
      const worth = (more: number) => formatUsd(worthInUsdCents(more, usdToCrels))
      return (
        <>
          <p>
            {m.campaigns_top_up_preview({
              value: worth(crels),
              total: worth(budget.crels + crels),
              left: worth(left.crels + crels),
            })}
          </p>
          {state === 'exhausted' && <p>{m.campaigns_top_up_again()}</p>}
        </>
      )
    },
    run: async (_, __, { crels, reference }) => {
      await call(topUpOperatedCampaign, {
        params: { id },
        body: { crels: Number(crels), reference: reference! },
      })
      return oneDone(id)
    },
    said: () => m.campaigns_topped_up_said(),
  }
}

/** Takes crels out of a budget again: what is left then, and what that means, is said before. */
export function reduceBudgetAct(campaign: OperatedCampaignDetail): RowAct<OperatedCampaignDetail> {
  const { id } = campaign
  return {
    id: 'reduce-budget',
    label: m.campaigns_reduce(),
    look: 'quiet',
    permission: 'campaign.reduce-budget',
    applies: ({ left }) => left.crels > 0,
    fields: [
      {
        kind: 'number',
        name: 'crels',
        label: m.campaigns_crels_field(),
        min: 1,
        max: Math.min(campaign.left.crels, 1_000_000_000),
      },
      { name: 'reference', label: m.campaigns_reduce_reference(), isRequired: true, length: 120 },
    ],
    reason: { label: m.common_reason(), isRequired: true },
    preview: (_, { crels }) => <Reduced campaign={campaign} crels={Number(crels)} />,
    run: async (_, reason, { crels, reference }) => {
      await call(reduceOperatedCampaignBudget, {
        params: { id },
        body: { crels: Number(crels), reference: reference!, reason },
      })
      return oneDone(id)
    },
    said: () => m.campaigns_reduced_said(),
  }
}

/** What of a budget is free, what it may still pay, and what is left of it without some crels. */
function Reduced({
  campaign: { id, state, usdToCrels },
  crels,
}: {
  campaign: OperatedCampaignDetail
  crels: number
}) {
  const reach = useCampaignReach(id)
  if (reach.isPending) return <LoadingState />
  if (reach.isError) return <FailureState error={reach.error} onRetry={() => void reach.refetch()} />
  const { left, reserved, unreservedClicks, leastRewardCrels } = reach.data
  const { underReview, accepted } = unreservedClicks
  const worth = (of: number) =>
    m.campaigns_crels_worth({ crels: formatCrels(of), value: formatUsd(worthInUsdCents(of, usdToCrels)) })
  const said = ({ clicks: count, crels: most }: CampaignReach['unreservedClicks']['accepted']) => ({
    count,
    shown: formatNumber(count),
    value: worth(most),
  })
  const rest = left.crels - crels
  const isTyped = Number.isSafeInteger(crels) && crels > 0 && rest >= 0
  return (
    <>
      <p>{m.campaigns_reduce_free({ left: worth(left.crels), reserved: worth(reserved.crels) })}</p>
      {underReview.clicks > 0 && <p>{m.campaigns_reduce_clicks(said(underReview))}</p>}
      {accepted.clicks > 0 && <p>{m.campaigns_reduce_accepted(said(accepted))}</p>}
      {isTyped && <p>{m.campaigns_reduce_rest({ taken: worth(crels), left: worth(rest) })}</p>}
      {isTyped && rest < underReview.crels + accepted.crels && <p>{m.campaigns_reduce_short()}</p>}
      {rest >= 0 && rest < Math.max(1, leastRewardCrels) && state === 'active' && (
        <p>{m.campaigns_reduce_stops()}</p>
      )}
      <p>{m.campaigns_reduce_not_paid()}</p>
    </>
  )
}
