import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { followPlatform, getGamification, listRewards } from '#contracts/gamification.ts'
import { holderPrize } from '#contracts/rewards.ts'
import { call } from '../../platform/api.ts'

const keys = { status: ['gamification'], rewards: ['rewards'] } as const

/** My level, badges and how every reward stands. */
export function useGamification() {
  return useQuery({
    queryKey: keys.status,
    meta: { live: ['balances', 'rewards'] },
    queryFn: ({ signal }) => call(getGamification, { signal }),
  })
}

/** What I can claim, what is pending, and what I was granted, page by page. */
export function useRewards() {
  return useInfiniteQuery({
    queryKey: keys.rewards,
    meta: { live: ['balances', 'rewards'] },
    queryFn: ({ pageParam, signal }) => call(listRewards, { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
}

/** Claims the points for following a platform. */
export function useFollow() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (platform: string) => call(followPlatform, { body: { platform } }),
    onSettled: refresh,
  })
}

/** Claims this month's holder prize. */
export function useHolderPrize() {
  const refresh = useRefresh()
  return useMutation({ mutationFn: () => call(holderPrize, { body: {} }), onSettled: refresh })
}

/** A refusal, too, says that what is on screen is out of date. */
function useRefresh() {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      [keys.status, keys.rewards, ['points']].map(
        async (queryKey) => await client.invalidateQueries({ queryKey }),
      ),
    )
  }
}
