import { useCallback, type ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import classes from './verify.module.css'

/** The result of a mailed link, and the way on; the focus, whose button is gone, moves to the heading. */
export function MailedLinkOutcome({
  heading,
  hint,
  children,
}: {
  heading: string
  hint?: ReactNode
  children: ReactNode
}) {
  const focus = useCallback((node: HTMLHeadingElement | null) => node?.focus({ preventScroll: true }), [])
  return (
    <Card className={classes.card}>
      <h2 ref={focus} tabIndex={-1} className={classes.outcome}>
        {heading}
      </h2>
      {hint && <p>{hint}</p>}
      <div className={classes.actions}>{children}</div>
    </Card>
  )
}
