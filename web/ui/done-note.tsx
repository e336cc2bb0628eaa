import type { ReactNode } from 'react'
import classes from './done-note.module.css'

/** Where a button was: what was done, in its shape. */
export function DoneNote({ children }: { children: ReactNode }) {
  return <p className={classes.done}>{children}</p>
}
