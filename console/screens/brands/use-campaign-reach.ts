import { useQuery } from '@tanstack/react-query'
import { previewCampaign } from '#contracts/operator-campaigns.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { neverFromMemory } from '#console/platform/never-from-memory.ts'

/** What an act on a campaign touches, counted by the server each time it is asked. */
export function useCampaignReach(id: string) {
  return useQuery({
    queryKey: ['campaign-reach', id],
    ...neverFromMemory,
    queryFn: async ({ signal }) => await call(previewCampaign, { params: { id }, signal }),
  })
}
