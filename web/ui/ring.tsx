import type { CSSProperties, ReactNode } from 'react'
import classes from './ring.module.css'

/** How many of a few steps are done, as a ring around something; `label` says it in words. */
export function Ring({
  done,
  of,
  label,
  children,
}: {
  done: number
  of: number
  label: string
  children: ReactNode
}) {
  return (
    <div
      className={classes.ring}
      role="img"
      aria-label={label}
      data-whole={done >= of || undefined}
      style={{ '--done': `${(Math.min(done, of) / of) * 100}%` } as CSSProperties}
    >
      {children}
    </div>
  )
}
