import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import {
  addDestination,
  cancelRedemption,
  createRedemption,
  getRedemptionTerms,
  listDestinations,
  listRedemptions,
  removeDestination,
  setDestinationReminder,
} from '#contracts/redemptions.endpoints.ts'
import type { NewDestination } from '#contracts/payout-destination.schemas.ts'
import type { Redemption } from '#contracts/redemptions.schemas.ts'
import { isUnderWay } from '#rules/redemption-state.ts'
import { call } from '#web/platform/api.ts'
import { analytics } from '#web/platform/product-analytics/calls.ts'

/** A step of a payout moves no balance: while one is under way the list is read again by itself. */
const lookAgainMs = 60_000

/** What a payout changes that is asked for or taken back. */
const paying = ['redemptions', 'destinations', 'wallet'] as const

/** All my redemptions, newest first, page by page. */
export function useRedemptions() {
  return useInfiniteQuery({
    queryKey: ['redemptions', 'list'],
    queryFn: ({ pageParam, signal }) =>
      call(listRedemptions, { query: { cursor: pageParam, limit: 20 }, signal }),
    initialPageParam: undefined as string | undefined,
    meta: { live: ['balances', 'redemptions'] },
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some((item) => isUnderWay(item.state)))
        ? lookAgainMs
        : false,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
}

/** The minimum, and what is in the way of a redemption just now. */
export function useRedemptionTerms() {
  return useQuery({
    queryKey: ['redemptions', 'terms'],
    queryFn: ({ signal }) => call(getRedemptionTerms, { signal }),
    // A destination after the first one waits longer.
    meta: { live: ['balances', 'redemptions', 'destinations'] },
  })
}

/** Where I can be paid to. */
export function useDestinations() {
  return useQuery({
    queryKey: ['redemptions', 'destinations'],
    queryFn: ({ signal }) => call(listDestinations, { signal }),
    meta: { live: ['destinations'] },
    // One that is new can be used by itself once its time has come.
    refetchInterval: ({ state }) => (state.data?.items.some(({ frozen }) => frozen) ? lookAgainMs : false),
  })
}

/** `onDone` also when the form was closed before the answer came. */
export function useAddDestination(onDone: (destinationId: string) => void) {
  return useMutation({
    mutationFn: (destination: NewDestination) => call(addDestination, { body: destination }),
    onSuccess: ({ id }) => onDone(id),
    meta: { changes: ['destinations'], waits: true },
  })
}

/** Says whether I am notified when a destination can be used. */
export function useSetReminder() {
  return useMutation({
    mutationFn: ({ id, reminder }: { id: string; reminder: boolean }) =>
      call(setDestinationReminder, { params: { id }, body: { reminder } }),
    meta: { changes: ['destinations'], waits: true },
  })
}

export function useRemoveDestination(onRemoved: () => void) {
  return useMutation({
    mutationFn: (id: string) => call(removeDestination, { params: { id } }),
    onSuccess: onRemoved,
    meta: { changes: ['destinations'], waits: true },
  })
}

/** Asks for a payout. The key is one per quote: a repeat after a lost answer asks for one. */
export function useRedeem(onDone: (redemption: Redemption) => void) {
  return useMutation({
    mutationFn: ({ quoteId, destinationId }: { quoteId: string; destinationId: string }) =>
      call(createRedemption, {
        body: { quoteId, destinationId },
        idempotencyKey: `redeem-${quoteId}-${destinationId}`,
      }),
    onSuccess: (redemption) => {
      analytics.track('redemption_requested')
      onDone(redemption)
    },
    meta: { changes: paying, waits: true },
  })
}

export function useCancelRedemption(onDone: () => void) {
  return useMutation({
    mutationFn: (id: string) => call(cancelRedemption, { params: { id }, body: {} }),
    onSuccess: onDone,
    meta: { changes: paying, waits: true },
  })
}
