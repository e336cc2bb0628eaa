import { useEffect, useRef } from 'react'
import { m } from '#messages'
import type { CheckedIn } from '#contracts/rewards.schemas.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { newIdempotencyKey } from '#web/platform/api.ts'
import { useCheckIn } from './queries.ts'

/** A check-in as a person makes it: one press, one answer, whatever is lost on the way. */
export interface CheckInAction {
  press(): void
  isBusy: boolean
  /** what the press gave, until the page is left. */
  result: CheckedIn | undefined
  /** Already done, elsewhere or by a double tap: no failure. */
  already: string | undefined
  failure: string | undefined
}

/**
 * One button's check-in. `isDone` says whether the day has one: it is no failure then that the answer was lost.
 * `onCheckedIn` hears of it in a list that the button leaves at once.
 */
export function useCheckInAction(isDone: boolean, onCheckedIn?: (result: CheckedIn) => void): CheckInAction {
  const checkIn = useCheckIn()
  // Kept while no answer came: a repetition gets the answer of the first.
  const key = useRef<string | null>(null)
  const { error } = checkIn
  const isRefused = error instanceof ApiProblem
  const isAlready = isRefused && error.code === 'already_granted'
  const isLost = isDone && error !== null && !isAlready
  const { reset } = checkIn
  useEffect(() => {
    if (!isLost) return
    // The next day is another wish, whose answer is not that of this one.
    key.current = null
    reset()
  }, [isLost, reset])
  async function press(): Promise<void> {
    key.current ??= newIdempotencyKey()
    try {
      // By its promise: a button in a list has left the page when what it changed is read.
      const result = await checkIn.mutateAsync(key.current)
      key.current = null
      onCheckedIn?.(result)
    } catch (failed) {
      if (failed instanceof ApiProblem) key.current = null
    }
  }
  return {
    press: () => void press(),
    isBusy: checkIn.isPending,
    result: checkIn.data,
    already: isAlready ? refusalText(error) : undefined,
    failure: error && !isAlready && !isLost ? refusalText(error) : undefined,
  }
}

/** The server’s own sentence, where it said one. */
function refusalText(error: Error): string {
  return (error instanceof ApiProblem && error.detail) || m.check_in_failed()
}
