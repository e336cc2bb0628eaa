import { useEffect, useState, type ReactNode } from 'react'
import { AlertIcon, CheckIcon } from '#web/ui/icons.tsx'
import classes from './notice.module.css'

/**
 * A sentence in place, above a form or in a card: something failed, needs attention, or went well. What comes into a live
 * region that is there is said, and not what comes with it: but for an alert, the sentence comes once more.
 */
export function Notice({
  tone = 'danger',
  children,
  action,
}: {
  tone?: 'danger' | 'gold' | 'green'
  children: ReactNode
  action?: ReactNode
}) {
  const isAlert = tone === 'danger'
  const [isThere, setThere] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- that it is drawn a second time is what is wanted
  useEffect(() => setThere(true), [])
  return (
    <div className={classes.notice} data-tone={tone} role={isAlert ? 'alert' : 'status'}>
      {tone === 'green' ? <CheckIcon size={20} /> : <AlertIcon size={20} />}
      <div key={!isAlert && isThere ? 'said' : 'shown'} className={classes.text}>
        {children}
      </div>
      {action}
    </div>
  )
}
