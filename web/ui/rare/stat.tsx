import type { ReactNode } from 'react'
import classes from './stat.module.css'

/** A figure with its name, and a word on it: clicks, conversions, pending. Use inside `Stats`. */
export function Stat({ label, value, note }: { label: ReactNode; value: ReactNode; note?: ReactNode }) {
  return (
    <div className={classes.stat}>
      <dt>{label}</dt>
      <dd className={classes.value}>{value}</dd>
      {note && <dd className={classes.note}>{note}</dd>}
    </div>
  )
}

/** Figures side by side. */
export function Stats({ children }: { children: ReactNode }) {
  return <dl className={classes.stats}>{children}</dl>
}
