import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getPoints, listPointsHistory } from '#contracts/points.endpoints.ts'
import { call } from '#web/platform/api.ts'

/** The balance and the lots it is in; only for members, where visitors have the page too. */
export function usePoints(enabled = true) {
  return useQuery({
    queryKey: ['points', 'balance'],
    queryFn: ({ signal }) => call(getPoints, { signal }),
    enabled,
    meta: { live: ['balances', 'points'] },
  })
}

/** The entries behind the balance, newest first, page by page; of one kind where one is named. */
export function usePointsHistory(kind: string | undefined) {
  return useInfiniteQuery({
    queryKey: ['points', 'history', kind ?? null],
    queryFn: ({ pageParam, signal }) =>
      call(listPointsHistory, { query: { cursor: pageParam, limit: 20, kind }, signal }),
    initialPageParam: undefined as string | undefined,
    meta: { live: ['balances', 'points'] },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
}
