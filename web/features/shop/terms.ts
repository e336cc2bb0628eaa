import { useQuery } from '@tanstack/react-query'
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
