import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { appealEarning, listCheckedEarnings } from '#contracts/appeals.ts'
import { call } from '../../platform/api.ts'

const checkedKey = ['earnings', 'checked'] as const

/** My earnings that are held, and those I explained when they were; the newest first. */
export function useCheckedEarnings() {
  return useQuery({
    queryKey: checkedKey,
    queryFn: ({ signal }) => call(listCheckedEarnings, { query: { limit: 20 }, signal }),
    meta: { live: ['balances'] },
  })
}

/** Explains a held earning, or says it better. */
export function useAppeal(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, message }: { id: string; message: string }) =>
      call(appealEarning, { params: { id }, body: { message } }),
    onSuccess: onDone,
    // Also after a refusal: it was decided meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: checkedKey }),
  })
}
