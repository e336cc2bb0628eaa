import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { followPlatform, getGamification, listRewards } from '#contracts/gamification.endpoints.ts'
import { holderPrize } from '#contracts/rewards.endpoints.ts'
import { call } from '#web/platform/api.ts'
import { analytics } from '#web/platform/product-analytics/calls.ts'

/** What a grant changes. */
const granting = { changes: ['rewards', 'points'], even: 'failed', waits: true } as const

/** My level, badges and the status of every reward. */
export function useGamification() {
  return useQuery({
    queryKey: ['gamification'],
    meta: { live: ['balances', 'rewards'] },
    queryFn: ({ signal }) => call(getGamification, { signal }),
  })
}

/** What I can claim, what is pending, and what I was granted, page by page. */
export function useRewards() {
  return useInfiniteQuery({
    queryKey: ['rewards'],
    meta: { live: ['balances', 'rewards'] },
    queryFn: ({ pageParam, signal }) => call(listRewards, { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
}

/** Claims the points for following a platform. */
export function useFollow() {
  return useMutation({
    mutationFn: (platform: string) => call(followPlatform, { body: { platform } }),
    onSuccess: () => analytics.track('reward_claimed', { reward: 'social-follow' }),
    meta: granting,
  })
}

/** Claims this month's holder prize. */
export function useHolderPrize() {
  return useMutation({
    mutationFn: () => call(holderPrize, { body: {} }),
    onSuccess: () => analytics.track('reward_claimed', { reward: 'holder-prize' }),
    meta: granting,
  })
}
