import type { ReactNode } from 'react'
import { AlertIcon, CheckIcon } from '#web/ui/icons.tsx'
import classes from './notice.module.css'

/** A sentence in place, above a form or in a card: something failed, needs attention, or went well. */
export function Notice({
  tone = 'danger',
  children,
  action,
}: {
  tone?: 'danger' | 'gold' | 'green'
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      {tone === 'green' ? <CheckIcon size={20} /> : <AlertIcon size={20} />}
      <div className={classes.text}>{children}</div>
      {action}
    </div>
  )
}
