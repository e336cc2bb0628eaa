import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { dailyCheckIn, getDailyCheckIn } from '#contracts/rewards.ts'
import { call } from '../../platform/api.ts'
import { ApiProblem } from '../../platform/api-problem.ts'
import { updateUser, useUser } from '../../platform/user-document.ts'

/** Each asks for itself: a file that many screens share would come with the first load. */
const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

const keys = { all: ['check-in'] as const, now: ['check-in', 'now'] as const }

/**
 * The streak as it is now, with the calendar of the present month. The day is that of the browser until a check-in or
 * the profile fixes another.
 */
export function useCheckInStatus() {
  return useQuery({
    queryKey: keys.now,
    queryFn: ({ signal }) => call(getDailyCheckIn, { query: { timeZone: browserZone() }, signal }),
    meta: { live: ['balances'] },
    // A day may have ended while nobody looked.
    refetchOnWindowFocus: 'always',
  })
}

/** The calendar of another month, `YYYY-MM`; the one before stays while it loads. */
export function useCheckInMonth(month: string | null) {
  return useQuery({
    queryKey: [...keys.all, 'month', month],
    queryFn: ({ signal }) => call(getDailyCheckIn, { query: { month: month! }, signal }),
    enabled: month !== null,
    placeholderData: keepPreviousData,
    meta: { live: ['balances'] },
  })
}

/**
 * Checks in. A member whose profile says nothing of their time zone is where their browser is: their first day would
 * end at another midnight otherwise. Everything that shows points is read again, also after a refusal.
 */
export function useCheckIn() {
  const client = useQueryClient()
  const user = useUser()
  return useMutation({
    mutationFn: async (idempotencyKey: string) => {
      if (user.data && user.data.timeZone === null)
        await updateUser(user.data.uid, { timeZone: browserZone() }).catch(ignoreRefusal)
      return await call(dailyCheckIn, { idempotencyKey })
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: keys.all })
      void client.invalidateQueries({ queryKey: ['points'] })
      void client.invalidateQueries({ queryKey: ['monthly-claim'] })
    },
  })
}

/** A zone that the server does not know: the day then goes by UTC. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ApiProblem)) throw error
}
