import { useQuery } from '@tanstack/react-query'
import { getUsdToCrels } from '#contracts/exchange.endpoints.ts'
import { call } from '#web/platform/api.ts'
import { readRate, shownRate, type ShownRate } from '../rate.ts'

const rateKey = ['exchange', 'usd-to-crels'] as const

/** How long a rate counts as live before it is asked for again. */
const rateFreshMs = 60_000

/**
 * The live rate. Every failure and every empty answer is the error `Invalid data received`; the default 10.5 stays
 * until a first success, and after that the last good rate stays, marked stale.
 */
export function useRate(): ShownRate & {
  error: Error | null
  isPending: boolean
  isFetching: boolean
  retry: () => void
} {
  const query = useQuery({
    queryKey: rateKey,
    queryFn: async ({ signal }) => {
      try {
        return readRate(await call(getUsdToCrels, { signal }))
      } catch (cause) {
        if (signal.aborted) throw cause
        throw new Error('Invalid data received', { cause })
      }
    },
    staleTime: rateFreshMs,
    refetchInterval: 5 * rateFreshMs,
    retry: 1,
  })
  return {
    ...shownRate(query.data, query.isError),
    error: query.error,
    isPending: query.isPending,
    isFetching: query.isFetching,
    retry: () => void query.refetch(),
  }
}

/** The rate where a figure can wait for it; null while it is not known. */
export function useKnownRate(): string | null {
  const { isPending, usdToCrels } = useRate()
  return isPending ? null : usdToCrels
}
