import { useQuery } from '@tanstack/react-query'
import { listClicksUnderReview } from '#contracts/click-reviews.endpoints.ts'
import { call } from '#web/platform/api.ts'

/** My clicks that an operator is still to look at, by campaign and reason. */
export function useClicksUnderReview() {
  return useQuery({
    queryKey: ['earnings', 'clicks-under-review'],
    queryFn: ({ signal }) => call(listClicksUnderReview, { signal }),
    meta: { live: ['balances'] },
  })
}
