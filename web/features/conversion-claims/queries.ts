import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { claimConversion, listConversionClaims } from '#contracts/conversion-claims.endpoints.ts'
import type { ConversionClaim } from '#contracts/conversion-claims.schemas.ts'
import { call } from '#web/platform/api.ts'

/** My claims of missing conversions, newest first, page by page. */
export function useConversionClaims() {
  return useInfiniteQuery({
    queryKey: ['conversion-claims'],
    queryFn: ({ pageParam, signal }) =>
      call(listConversionClaims, { query: { cursor: pageParam, limit: 20 }, signal }),
    initialPageParam: undefined as string | undefined,
    // Accepted, a claim becomes an earning.
    meta: { live: ['balances', 'claims'] },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
}

/** What is claimed; one key per intent, so that a repeat after a lost answer claims once. */
export interface NewClaim {
  campaignId: string
  type: 'lead' | 'sale'
  orderReference: string
  occurredAt: string
  amount?: { currency: string; minor: number }
  note?: string
}

/** Claims; `onDone` also when the form was closed before the answer came. */
export function useClaimConversion(onDone: (claim: ConversionClaim) => void) {
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: NewClaim & { idempotencyKey: string }) =>
      call(claimConversion, { body, idempotencyKey }),
    onSuccess: onDone,
    meta: { changes: ['claims'] },
  })
}
