import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { listSocialShares, socialShare, type ShareNetwork } from '#contracts/social-share.ts'
import { call } from '../../platform/api.ts'

const key = ['shares'] as const

/** While somebody may come, the list is read this often; a page that is not looked at asks nothing. */
const refetchMs = 20_000

/** What I shared, newest first, page by page. */
export function useShares() {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => call(listSocialShares, { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    meta: { live: ['balances', 'rewards'] },
    refetchInterval: ({ state }) => (state.data?.pages[0]?.totals.waiting ? refetchMs : false),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
}

/** Makes today's link of a campaign and a network, or answers the one there is. */
export function useShare() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { network: ShareNetwork; campaignId: string }) => call(socialShare, { body }),
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
  })
}
