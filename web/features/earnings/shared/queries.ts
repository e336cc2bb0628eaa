import { useQuery } from '@tanstack/react-query'
import { listEarnings } from '#contracts/earnings.endpoints.ts'
import { call } from '#web/platform/api.ts'

/** Where earnings are kept in the cache. */
const earningKeys = {
  recent: ['earnings', 'recent'] as const,
  next: ['earnings', 'next'] as const,
}

/** The newest few. */
export function useRecentEarnings(limit = 5) {
  return useQuery({
    queryKey: [...earningKeys.recent, limit],
    queryFn: ({ signal }) => call(listEarnings, { query: { limit }, signal }),
    meta: { live: ['balances'] },
  })
}

/** The pending earnings that unlock soonest. */
export function useNextUnlocks(limit = 5) {
  return useQuery({
    queryKey: [...earningKeys.next, limit],
    queryFn: ({ signal }) => call(listEarnings, { query: { state: 'pending', limit }, signal }),
    meta: { live: ['balances'] },
  })
}
