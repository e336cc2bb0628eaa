import { useLayoutEffect, useRef, type ReactNode } from 'react'

/**
 * The heading of a step. It takes the focus where the button that led here is gone; not on a page that was just opened.
 */
export function StepHeading({ takesFocus = true, children }: { takesFocus?: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}
