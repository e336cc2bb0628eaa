import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getLeaderboard, listSeasons } from '#contracts/leaderboard.endpoints.ts'
import type { Leaderboard } from '#contracts/leaderboard.schemas.ts'
import { call } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import type { LeaderboardView } from './leaderboard-view.ts'

const pageSize = 50

/** How often the first places are read again where no stream says that they changed, and the further ones anyway. */
const firstAgainMs = 60_000
const furtherAgainMs = 20_000

/**
 * The first places of a ranking, with my own where a member asks. While another loads, the one before it stays.
 * Asked once it is known who is looking; where that cannot be found out, it is a visitor.
 */
export function useLeaderboard(view: LeaderboardView) {
  const { uid, isKnown } = useViewer()
  return useQuery({
    queryKey: firstKey(uid, view),
    queryFn: ({ signal }) => ask(uid, view, undefined, signal),
    placeholderData: keepPreviousData,
    enabled: isKnown,
    refetchInterval: firstAgainMs,
    meta: { live: ['leaderboard'] },
  })
}

/**
 * The places after them, page by page, once they are `wanted`. Not with each change that the stream says: where many
 * pages are on screen, they would be asked for again before they are there.
 */
export function useFurtherPlaces(view: LeaderboardView, wanted: boolean) {
  const { uid } = useViewer()
  const client = useQueryClient()
  return useInfiniteQuery({
    queryKey: ['leaderboard', 'further', uid, view],
    queryFn: ({ pageParam, signal }) => {
      const end = client.getQueryData<Leaderboard>(firstKey(uid, view))?.nextCursor
      return ask(uid, view, pageParam ?? end ?? undefined, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: wanted,
    refetchInterval: furtherAgainMs,
  })
}

/** The seasons that are over, newest first, page by page. */
export function usePastSeasons() {
  const { uid, isKnown } = useViewer()
  return useInfiniteQuery({
    queryKey: ['leaderboard', 'seasons', uid],
    queryFn: ({ pageParam, signal }) =>
      call(listSeasons, {
        query: { cursor: pageParam, limit: 12 },
        auth: uid ? 'forced' : undefined,
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    enabled: isKnown,
    meta: { live: ['leaderboard'] },
  })
}

const firstKey = (uid: string | null, view: LeaderboardView) => ['leaderboard', 'first', uid, view]

/** Asks for a page; a member's bearer goes with it, for what it says about them. */
function ask(uid: string | null, view: LeaderboardView, cursor: string | undefined, signal: AbortSignal) {
  const query = { ...view, cursor, limit: pageSize }
  return call(getLeaderboard, { query, auth: uid ? 'forced' : undefined, signal })
}

function useViewer() {
  const { state, user, failure } = useSession()
  return { uid: state === 'signed-in' ? user.uid : null, isKnown: state !== 'starting' || failure !== null }
}
