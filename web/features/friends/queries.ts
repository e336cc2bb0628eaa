import { useInfiniteQuery } from '@tanstack/react-query'
import { listFriends } from '#contracts/friends.endpoints.ts'
import { call } from '#web/platform/api.ts'

/** My invitation and whom I invited, newest first, page by page. */
export function useFriends() {
  return useInfiniteQuery({
    queryKey: ['friends'],
    meta: { live: ['balances', 'rewards'] },
    queryFn: ({ pageParam, signal }) => call(listFriends, { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
}
