import type { ReactNode } from 'react'
import classes from './done-message.module.css'

/** Where a button was: what was done, in its shape. */
export function DoneMessage({ children }: { children: ReactNode }) {
  return <p className={classes.done}>{children}</p>
}
