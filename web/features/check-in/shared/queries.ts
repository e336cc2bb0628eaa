import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { dailyCheckIn, getDailyCheckIn } from '#contracts/rewards.endpoints.ts'
import { call } from '#web/platform/api.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { browserZone } from '#web/platform/browser-zone.ts'
import { analytics } from '#web/platform/product-analytics/calls.ts'
import { updateUser, useUser } from '#web/platform/user-document.ts'
import { timeNow } from '#web/ui/common/clock.ts'
import { askAgainMs } from './time-until.ts'

/**
 * The streak as it is now, with the calendar of the present month. The day is that of the browser until a check-in or
 * the profile fixes another.
 */
export function useCheckInStatus() {
  return useQuery({
    queryKey: ['check-in', 'now'],
    queryFn: ({ signal }) => call(getDailyCheckIn, { query: { timeZone: browserZone() }, signal }),
    meta: { live: ['balances', 'check-in'] },
    // A day may have ended while the page was hidden, or while it was looked at.
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => state.data !== undefined && askAgainMs(state.data, timeNow()),
  })
}

/** The calendar of another month, `YYYY-MM`; the one before stays while it loads. */
export function useCheckInMonth(month: string | null) {
  return useQuery({
    queryKey: ['check-in', 'month', month],
    queryFn: ({ signal }) => call(getDailyCheckIn, { query: { month: month! }, signal }),
    enabled: month !== null,
    placeholderData: keepPreviousData,
    meta: { live: ['balances', 'check-in'] },
  })
}

/**
 * Checks in. A member whose profile says nothing of their time zone is where their browser is: their first day would
 * end at another midnight otherwise. Everything that shows points is read again, also after a refusal.
 */
export function useCheckIn() {
  const user = useUser()
  return useMutation({
    mutationFn: async (idempotencyKey: string) => {
      // Not known yet, it is waited for: without it the check-in would fix another day than the one on screen.
      const document =
        user.data === undefined
          ? (await user.refetch({ cancelRefetch: false, throwOnError: true })).data
          : user.data
      if (document && document.timeZone === null)
        await updateUser(document.uid, { timeZone: browserZone() }).catch(ignoreUnknownZone)
      return await call(dailyCheckIn, { idempotencyKey })
    },
    onSuccess: () => analytics.track('reward_claimed', { reward: 'daily-check-in' }),
    meta: { changes: ['check-in', 'points', 'monthly-claim', 'rewards'], even: 'failed', waits: true },
  })
}

/** A zone that the server does not know: the day then goes by UTC. With any other failure there is no check-in. */
function ignoreUnknownZone(error: unknown): void {
  const isUnknown = error instanceof ApiProblem && error.issues.some(({ path }) => path === 'body.timeZone')
  if (!isUnknown) throw error
}
