import { useMutation, useQuery } from '@tanstack/react-query'
import { getMonthlyClaim, monthlyClaim } from '#contracts/rewards.endpoints.ts'
import { call } from '#web/platform/api.ts'
import { analytics } from '#web/platform/product-analytics/calls.ts'

/** This month's claim, and how far the next one is. */
export function useMonthlyClaim() {
  return useQuery({
    queryKey: ['monthly-claim'],
    queryFn: ({ signal }) => call(getMonthlyClaim, { signal }),
    meta: { live: ['balances', 'monthly-claim'] },
  })
}

/** Claims it; everything that shows points is read again, also after a refusal. */
export function useClaimMonth() {
  return useMutation({
    mutationFn: (idempotencyKey: string) => call(monthlyClaim, { idempotencyKey }),
    onSuccess: () => analytics.track('reward_claimed', { reward: 'monthly-claim' }),
    meta: { changes: ['monthly-claim', 'points', 'rewards'], even: 'failed', waits: true },
  })
}
