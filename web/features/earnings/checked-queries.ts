import { useMutation, useQuery } from '@tanstack/react-query'
import { appealEarning, listCheckedEarnings } from '#contracts/appeals.endpoints.ts'
import { call } from '#web/platform/api.ts'

/** My earnings under review, and those I explained when they were; the newest first. */
export function useCheckedEarnings() {
  return useQuery({
    queryKey: ['earnings', 'checked'],
    queryFn: ({ signal }) => call(listCheckedEarnings, { query: { limit: 20 }, signal }),
    meta: { live: ['balances', 'checked-earnings'] },
  })
}

/** Explains an earning under review, or says it better. */
export function useAppeal(onDone: () => void) {
  return useMutation({
    mutationFn: ({ id, message }: { id: string; message: string }) =>
      call(appealEarning, { params: { id }, body: { message } }),
    onSuccess: onDone,
    // Refused, it was decided meanwhile.
    meta: { changes: ['checked-earnings'], even: 'failed', waits: true },
  })
}
