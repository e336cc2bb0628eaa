import { createContext, use, useLayoutEffect, useReducer } from 'react'

/** Hears of what a button waits for: `1` as it begins, `-1` as it ends. */
export const HoldBack = createContext<(change: 1 | -1) => void>(() => {})

/** Whether a button waits for something that is drawn within `<HoldBack value={hold}>`. */
export function useHeldBack(): [isHeld: boolean, hold: (change: 1 | -1) => void] {
  const [holds, hold] = useReducer((sum: number, change: 1 | -1) => sum + change, 0)
  return [holds > 0, hold]
}

/** Has the button of what is around wait while this is on screen: before it is painted, so that no key is faster. */
export function useHoldBack(isHolding = true): void {
  const hold = use(HoldBack)
  useLayoutEffect(() => {
    if (!isHolding) return
    hold(1)
    return () => hold(-1)
  }, [hold, isHolding])
}
