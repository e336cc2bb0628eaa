import { useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { getOrderTerms } from '#contracts/orders.endpoints.ts'
import { listShop } from '#contracts/shop.endpoints.ts'
import { call } from '#web/platform/api.ts'

/** Everything that is shown in the shop, page by page; one page holds more than most shops have. */
export function useShop() {
  return useInfiniteQuery({
    queryKey: ['shop', 'list'],
    queryFn: ({ pageParam, signal }) => call(listShop, { query: { cursor: pageParam, limit: 100 }, signal }),
    initialPageParam: undefined as string | undefined,
    meta: { live: ['shop'] },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
}

/** What this member may buy just now, and the boost that runs; only for members, where visitors have the page too. */
export function useOrderTerms(enabled = true) {
  return useQuery({
    queryKey: ['orders', 'terms'],
    queryFn: ({ signal }) => call(getOrderTerms, { signal }),
    enabled,
    meta: { live: ['balances', 'orders', 'points', 'shop'] },
  })
}

/**
 * Whether an answer is on its way for the first time: what it brings may stand above other parts, which wait for it. A
 * first failure ends that, so that no part waits for retries.
 */
export function isAwaited({
  isPending,
  isPaused,
  failureCount,
}: Pick<UseQueryResult, 'isPending' | 'isPaused' | 'failureCount'>): boolean {
  return isPending && !isPaused && failureCount === 0
}
