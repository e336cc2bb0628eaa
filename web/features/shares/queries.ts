import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { listSocialShares, socialShare } from '#contracts/shares.endpoints.ts'
import type { ShareNetwork } from '#contracts/shares.constants.ts'
import { call } from '#web/platform/api.ts'
import { analytics } from '#web/platform/product-analytics/calls.ts'

/** While visitors may come, the list is read this often; a page that is not looked at asks nothing. */
const refetchMs = 20_000

/** What I shared, newest first, page by page. */
export function useShares() {
  return useInfiniteQuery({
    queryKey: ['shares'],
    queryFn: ({ pageParam, signal }) => call(listSocialShares, { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    meta: { live: ['balances', 'rewards', 'shares'] },
    refetchInterval: ({ state }) => (state.data?.pages[0]?.totals.waiting ? refetchMs : false),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
}

/** Makes today's link of a campaign and a network, or answers the one there is. */
export function useShare() {
  return useMutation({
    mutationFn: (body: { network: ShareNetwork; campaignId: string }) => call(socialShare, { body }),
    onSuccess: (_, { network, campaignId }) => analytics.track('campaign_shared', { network, campaignId }),
    meta: { changes: ['shares'], even: 'failed' },
  })
}
