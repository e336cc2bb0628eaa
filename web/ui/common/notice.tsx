import { useEffect, useState, type ReactNode } from 'react'
import { AlertIcon, CheckIcon } from '#web/ui/icons.tsx'
import classes from './notice.module.css'

/**
 * A sentence in place, above a form or in a card: something failed, needs attention, or went well. A failure is an alert,
 * and what stands there as a hint is not said unasked. What comes into a live region that is there is said, and not what
 * comes with it: the sentence of a result comes once more.
 */
export function Notice({
  tone = 'danger',
  children,
  action,
  isNews = false,
}: {
  tone?: 'danger' | 'gold' | 'green'
  children: ReactNode
  action?: ReactNode
  /** What came of something that the member has just done: screen readers say it as it appears. */
  isNews?: boolean
}) {
  const isAlert = tone === 'danger'
  const isStatus = isNews && !isAlert
  const [isThere, setThere] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- that it is drawn a second time is what is wanted
  useEffect(() => setThere(true), [])
  return (
    <div
      className={classes.notice}
      data-tone={tone}
      role={isAlert ? 'alert' : isStatus ? 'status' : undefined}
    >
      {tone === 'green' ? <CheckIcon size={20} /> : <AlertIcon size={20} />}
      <div key={isStatus && isThere ? 'said' : 'shown'} className={classes.text}>
        {children}
      </div>
      {action}
    </div>
  )
}
