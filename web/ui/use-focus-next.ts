import { useLayoutEffect, type RefObject } from 'react'

/**
 * Puts the focus on `next` each time `done` is another one, where the button that was pressed goes with what it did. An
 * answer may come late: the focus is taken from nobody who has gone on to something outside `place` meanwhile.
 */
export function useFocusNext(
  next: RefObject<HTMLElement | null>,
  done: unknown,
  place: RefObject<HTMLElement | null> = next,
): void {
  useLayoutEffect(() => {
    if (!done) return
    const { activeElement, body } = document
    if (!activeElement || activeElement === body || place.current?.contains(activeElement))
      next.current?.focus()
  }, [next, done, place])
}
