import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { listEarnings } from '#contracts/earnings.ts'
import { call } from '../../platform/api.ts'

/** `pending` lists what unlocks next first; every other list is newest first. */
export type EarningState = 'pending' | 'held' | 'available' | 'reversed'

/** Where earnings are kept in the cache; a prefix invalidates all of them. */
export const earningKeys = {
  all: ['earnings'] as const,
  list: (state: EarningState | undefined) => ['earnings', 'list', state ?? 'any'] as const,
  recent: ['earnings', 'recent'] as const,
  next: ['earnings', 'next'] as const,
}

/** Earnings page by page. */
export function useEarnings(state?: EarningState) {
  return useInfiniteQuery({
    queryKey: earningKeys.list(state),
    queryFn: ({ pageParam, signal }) =>
      call(listEarnings, { query: { state, cursor: pageParam, limit: 20 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
}

/** The newest few. */
export function useRecentEarnings(limit = 5) {
  return useQuery({
    queryKey: [...earningKeys.recent, limit],
    queryFn: ({ signal }) => call(listEarnings, { query: { limit }, signal }),
  })
}

/** The pending earnings that unlock soonest. */
export function useNextUnlocks(limit = 5) {
  return useQuery({
    queryKey: [...earningKeys.next, limit],
    queryFn: ({ signal }) => call(listEarnings, { query: { state: 'pending', limit }, signal }),
  })
}
