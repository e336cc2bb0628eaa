import type { ReactNode } from 'react'
import { CheckIcon } from '../icons.tsx'
import classes from './done-message.module.css'

/** Where a button was: what was done, in its room and with a check mark, so that it does not look like a button. */
export function DoneMessage({
  isDone = true,
  children,
}: {
  /** Without it: why there is no button yet. */
  isDone?: boolean
  children: ReactNode
}) {
  return (
    <p className={classes.done}>
      {isDone && <CheckIcon size={20} />}
      <span>{children}</span>
    </p>
  )
}
