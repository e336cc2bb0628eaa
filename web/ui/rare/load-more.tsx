import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import classes from './load-more.module.css'

/** How far before its end a list asks for more. */
const aheadPx = 600

/**
 * The end of a list that has more: comes near the screen and asks by itself, with a button for when it does not.
 * After a failure only the button asks, so that nothing loops.
 */
export function LoadMore({
  onMore,
  busy,
  failed,
  label,
  shown,
  children,
}: {
  onMore: () => void
  busy: boolean
  failed?: boolean
  label: string
  /** How many there are: when more came and the end is still near, it asks again even where it never looked busy. */
  shown: number
  /** In place of the button's hint: what went wrong. */
  children?: ReactNode
}) {
  return (
    <div className={classes.more}>
      {!busy && !failed && <End key={shown} onNear={onMore} />}
      {children}
      <Button look="soft" onClick={onMore} loading={busy}>
        {label}
      </Button>
    </div>
  )
}

/** Asks when it comes near the screen, or is near it from the start: another key asks again. */
function End({ onNear }: { onNear: () => void }) {
  const end = useRef<HTMLSpanElement>(null)
  const latest = useRef(onNear)
  useEffect(() => {
    latest.current = onNear
  })
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) latest.current()
      },
      { rootMargin: `${aheadPx}px` },
    )
    observer.observe(end.current!)
    return () => observer.disconnect()
  }, [])
  return <span ref={end} className={classes.end} />
}
