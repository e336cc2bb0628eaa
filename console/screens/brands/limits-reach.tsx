import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import type { CampaignChanges } from '#contracts/campaign-file.schemas.ts'
import { previewCampaignChange } from '#contracts/operator-campaigns.endpoints.ts'
import type { CampaignOffer, CampaignReach } from '#contracts/operator-campaigns.schemas.ts'
import { call } from '#console/platform/api.ts'
import { neverFromMemory } from '#console/platform/never-from-memory.ts'
import { formatDateTime, formatNumber } from '#console/ui/format.ts'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { tightened } from './tightened.ts'

/**
 * Whom a lower cap or limit, fewer countries or an earlier end touch: nobody agrees to these, they count for everyone at
 * once. It holds its button back until that is counted.
 */
export function LimitsReach({
  id,
  before,
  changes,
  reach: { members, links },
}: {
  id: string
  before: CampaignOffer
  changes: Partial<CampaignChanges>
  reach: Pick<CampaignReach, 'members' | 'links'>
}) {
  const { endsAt, ...limits } = tightened(before, changes)
  const isCounted = Object.keys(limits).length > 0
  const touched = useQuery({
    queryKey: ['campaign-change-reach', id, limits],
    ...neverFromMemory,
    queryFn: async ({ signal }) =>
      await call(previewCampaignChange, { params: { id }, body: limits, signal }),
    enabled: isCounted,
    retry: false,
  })
  const { perMemberCapCrels: cap, memberLimit, countries } = limits
  return (
    <>
      {endsAt !== undefined && (
        <p>
          {m.campaigns_changes_end({
            time: formatDateTime(endsAt),
            members: m.campaigns_count_members({ count: members, shown: formatNumber(members) }),
            links: m.campaigns_count_links({ count: links, shown: formatNumber(links) }),
          })}
        </p>
      )}
      {!isCounted ? null : touched.isPending ? (
        <LoadingState />
      ) : touched.isError ? (
        <FailureState error={touched.error} onRetry={() => void touched.refetch()} />
      ) : (
        <>
          {cap !== undefined && (
            <p>
              {m.campaigns_changes_cap({
                ...counted(touched.data.atCap),
                cap: m.campaigns_crels({ crels: formatNumber(cap) }),
              })}
            </p>
          )}
          {memberLimit !== undefined && <p>{m.campaigns_changes_limit(counted(touched.data.overLimit))}</p>}
          {countries !== undefined && <p>{m.campaigns_changes_countries(counted(touched.data.elsewhere))}</p>}
        </>
      )}
    </>
  )
}

function counted(count: number): { count: number; shown: string } {
  return { count, shown: formatNumber(count) }
}
