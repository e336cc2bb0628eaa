import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import type { Destination } from '#contracts/redemptions.schemas.ts'

/** Where a redemption is on its way through its page, each step an entry of the history. */
type Step =
  /** Of a review, another destination is chosen for the price that is held. */
  | { at: 'where'; isOfReview?: boolean }
  | { at: 'amount' }
  /** Resumed, it is the first that who opened the page sees. */
  | { at: 'review'; destinationId: string; isResumed?: boolean }
  | { at: 'done' }

interface RecordedStep {
  /** The step that this entry of the history stands for; none where the page was just opened, from elsewhere or here. */
  recorded: Step | null
  record: (step: Step, options?: { replace: boolean }) => void
  /** The key of the entry by which the page was opened; null within it, and on the way back. */
  arrival: string | null
}

/** The step of this entry of the history, and how the page goes on from it. */
export function useRecordedStep(): RecordedStep {
  const { state, search, key } = useLocation()
  const navigate = useNavigate()
  const by = useNavigationType()
  const [hasMoved, setHasMoved] = useState(false)
  const own = hasMoved ? ((state as { step?: Step } | null)?.step ?? null) : null
  // The inbox is an entry of its own, over the step on which it was opened.
  const isInbox = new URLSearchParams(search).has('inbox')
  const [under, setUnder] = useState<{ key: string; step: Step | null } | null>(null)
  if (!isInbox && (under?.key !== key || under.step !== own)) setUnder({ key, step: own })
  const isOver = isInbox && under !== null
  const recorded = own ?? (isOver ? under.step : null)
  return {
    recorded,
    record: (step, options) => {
      setHasMoved(true)
      void navigate({ search }, { ...options, state: { step } })
    },
    // A link to this page from itself stands for no step; nor does the first entry of those that Back leads to.
    arrival: recorded === null && !isOver && (!hasMoved || by !== 'POP') ? key : null,
  }
}

/**
 * At each arrival, once it `isKnown` where it leads: `move` is called where it `moves` on. Says whether that is still to
 * come.
 */
export function useArrival(
  arrival: string | null,
  { isKnown, moves, move }: { isKnown: boolean; moves: boolean; move: () => void },
): boolean {
  const [stayedAt, setStayedAt] = useState<string | null>(null)
  const isToCome = arrival !== null && arrival !== stayedAt
  if (isToCome && isKnown && !moves) setStayedAt(arrival)
  const isMoving = isToCome && isKnown && moves
  const begin = useEffectEvent(move)
  // Before the paint: no other step is seen meanwhile.
  useLayoutEffect(() => {
    if (isMoving) begin()
  }, [isMoving])
  return isToCome
}

/** Who has a destination begins with the amount; everyone else, and whose reviewed one is gone, with where to. */
export function stepOf(moved: Step | null, destination: Destination | null): Step {
  if (moved === null) return { at: destination ? 'amount' : 'where' }
  return moved.at === 'review' && moved.destinationId !== destination?.id ? { at: 'where' } : moved
}
