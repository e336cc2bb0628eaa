import { useLayoutEffect, useRef, type RefObject } from 'react'

/** For how long a dialog may still be closing when the button that opened it is gone. */
const closesWithinMs = 2_000

/**
 * For a button that goes with what it does: once it is gone and nothing else has the focus, that is on the heading of its
 * part of the screen, so that who works by keyboard goes on from there. Not where the whole part goes.
 */
export function useHeadingAfter(isThere: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const heading = button.current?.closest('section, main')?.querySelector<HTMLElement>('h1, h2')
    if (!isThere || !heading) return undefined
    return () => {
      const began = performance.now()
      const look = () => {
        if (!heading.isConnected) return
        const inDialog = document.activeElement?.closest('[role="dialog"]')
        if (inDialog && performance.now() - began < closesWithinMs) requestAnimationFrame(look)
        if (document.activeElement !== document.body) return
        heading.tabIndex = -1
        heading.focus()
      }
      requestAnimationFrame(look)
    }
  }, [isThere])
  return button
}
