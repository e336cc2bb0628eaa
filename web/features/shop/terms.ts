import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { getOrderTerms } from '#contracts/orders.endpoints.ts'
import { call } from '#web/platform/api.ts'

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
