import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getMonthlyClaim, monthlyClaim } from '#contracts/rewards.ts'
import { call } from '../../platform/api.ts'

/** This month's claim, and how far the next one is. */
export function useMonthlyClaim() {
  return useQuery({
    queryKey: ['monthly-claim'],
    queryFn: ({ signal }) => call(getMonthlyClaim, { signal }),
    meta: { live: ['balances'] },
  })
}

/** Claims it; everything that shows points is read again, also after a refusal. */
export function useClaimMonth() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (idempotencyKey: string) => call(monthlyClaim, { idempotencyKey }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['monthly-claim'] })
      void client.invalidateQueries({ queryKey: ['points'] })
    },
  })
}
