import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { getCampaignChoices } from '#contracts/operator-campaigns.endpoints.ts'
import { pointsInUsdCents } from '#rules/reward-replay.ts'
import { call } from '#console/platform/api.ts'
import { formatNumber, formatUsd } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'

/** What a joining bonus costs for each member who joins, where it is another than it was; it holds its button back. */
export function BonusCost({ before, after }: { before: number; after: number }) {
  const isChanged = after !== before && Number.isSafeInteger(after)
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['campaign-choices'],
    queryFn: async ({ signal }) => await call(getCampaignChoices, { signal }),
    enabled: isChanged,
  })
  if (!isChanged) return null
  if (!data) return isError ? <FailureState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  const worth = formatUsd(pointsInUsdCents(after, data.crelsPackPoints, data.usdToCrels))
  return (
    <p>
      {m.campaigns_bonus_cost({ points: pointsText(after), before: pointsText(before), worth })}{' '}
      {after > before && m.campaigns_bonus_raised()}
    </p>
  )
}

export function pointsText(points: number): string {
  return m.campaigns_points({ count: points, shown: formatNumber(points) })
}
