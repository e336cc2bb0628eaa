import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './chips.module.css'

/** Places to go in a row of pills that scrolls sideways on phones: tabs that are pages, categories. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={classes.chips} aria-label={label}>
      {children}
    </nav>
  )
}

/** One of them. A change among tabs keeps the focus where it is. */
export function Chip({
  to,
  current,
  icon,
  children,
}: {
  to: string
  current?: boolean
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <Link
      to={to}
      className={classes.chip}
      aria-current={current ? 'page' : undefined}
      state={{ keepFocus: true }}
      preventScrollReset
    >
      {icon}
      {children}
    </Link>
  )
}
