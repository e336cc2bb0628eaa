import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { joinCampaign, leaveCampaign, listEnrolments } from '#contracts/enrolments.ts'
import type { Enrolment } from '#contracts/enrolments.responses.ts'
import { call } from '../../platform/api.ts'

/** Where my enrolments are kept in the cache. */
export const enrolmentKeys = { all: ['enrolments'] as const, list: ['enrolments', 'list'] as const }

/** All my enrolments, newest first, page by page. */
export function useEnrolments() {
  return useInfiniteQuery({
    queryKey: enrolmentKeys.list,
    queryFn: ({ pageParam, signal }) =>
      call(listEnrolments, { query: { cursor: pageParam, limit: 100 }, signal }),
    initialPageParam: undefined as string | undefined,
    meta: { live: ['balances'] },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
}

/** What one enrolment of mine in a state brought; undefined while that is not known, and beyond my last hundred. */
export function useEnrolmentFigures(id: string, state: Enrolment['state']): Enrolment['figures'] | undefined {
  const { data } = useQuery({
    queryKey: [...enrolmentKeys.all, 'in', state],
    queryFn: ({ signal }) => call(listEnrolments, { query: { state, limit: 100 }, signal }),
    meta: { live: ['balances'] },
  })
  return data?.items.find((enrolment) => enrolment.id === id)?.figures
}

/** What joining needs to know. */
export interface Join {
  campaignId: string
  /** The terms that were on screen: joining under others is refused. */
  termsVersion: number
  message?: string
  /** One per intent: a repeat after a lost answer joins once. */
  idempotencyKey: string
}

/** Joins or applies; `onChanged` lets others keep what they know of the campaign. */
export function useJoin(onChanged: (enrolment: Enrolment) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ campaignId, termsVersion, message, idempotencyKey }: Join) =>
      call(joinCampaign, {
        params: { id: campaignId },
        body: { termsVersion, message: message || undefined },
        idempotencyKey,
      }),
    onSuccess: (enrolment) => {
      onChanged(enrolment)
      void client.invalidateQueries({ queryKey: enrolmentKeys.all })
    },
  })
}

/** Leaves, or withdraws an application. */
export function useLeave(onChanged: (enrolment: Enrolment) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (campaignId: string) => call(leaveCampaign, { params: { id: campaignId } }),
    onSuccess: (enrolment) => {
      onChanged(enrolment)
      void client.invalidateQueries({ queryKey: enrolmentKeys.all })
    },
  })
}
