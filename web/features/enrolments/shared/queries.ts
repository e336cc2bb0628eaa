import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { joinCampaign, leaveCampaign, listEnrolments } from '#contracts/enrolments.endpoints.ts'
import type { Enrolment, JoinedEnrolment } from '#contracts/enrolments.schemas.ts'
import { call } from '#web/platform/api.ts'
import { analytics } from '#web/platform/product-analytics/calls.ts'

/** All my enrolments, newest first, page by page. */
export function useEnrolments() {
  return useInfiniteQuery({
    queryKey: ['enrolments', 'list'],
    queryFn: ({ pageParam, signal }) =>
      call(listEnrolments, { query: { cursor: pageParam, limit: 100 }, signal }),
    initialPageParam: undefined as string | undefined,
    meta: { live: ['balances', 'enrolments'] },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
}

/** What one enrolment of mine in a state brought; undefined while that is not known, and beyond my last hundred. */
export function useEnrolmentStatistics(
  id: string,
  state: Enrolment['state'],
): Enrolment['statistics'] | undefined {
  const { data } = useQuery({
    queryKey: ['enrolments', 'in', state],
    queryFn: ({ signal }) => call(listEnrolments, { query: { state, limit: 100 }, signal }),
    meta: { live: ['balances', 'enrolments'] },
  })
  return data?.items.find((enrolment) => enrolment.id === id)?.statistics
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
export function useJoin(onChanged: (enrolment: JoinedEnrolment) => void) {
  return useMutation({
    mutationFn: ({ campaignId, termsVersion, message, idempotencyKey }: Join) =>
      call(joinCampaign, {
        params: { id: campaignId },
        body: { termsVersion, message: message || undefined },
        idempotencyKey,
      }),
    onSuccess: (enrolment) => {
      analytics.track('campaign_joined', { campaignId: enrolment.campaign.id, state: enrolment.state })
      onChanged(enrolment)
    },
    meta: { changes: ['enrolments', 'campaign'], even: 'refused' },
  })
}

/** Leaves, or withdraws an application. */
export function useLeave(onChanged: (enrolment: Enrolment) => void) {
  return useMutation({
    mutationFn: (campaignId: string) => call(leaveCampaign, { params: { id: campaignId } }),
    onSuccess: onChanged,
    meta: { changes: ['enrolments', 'campaign'] },
  })
}
