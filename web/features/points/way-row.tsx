import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Card } from '#web/ui/card.tsx'
import classes from './way-row.module.css'

/** The ways to earn, one a row. */
export function WayRows({ children }: { children: ReactNode }) {
  return (
    <Card pad={false}>
      <ul className={classes.rows}>{children}</ul>
    </Card>
  )
}

/** A way to earn: its name, how it stands, and at the end what it pays or the button that claims it here. */
export function WayRow({
  id,
  to,
  heading,
  hint,
  isHintLong,
  end,
  children,
}: {
  id?: string
  /** Where there is more of it; the whole row leads there. */
  to?: string
  heading: string
  hint: ReactNode
  /** On a phone it has room for two lines from the start: the rows below stay where they are when it comes. */
  isHintLong?: boolean
  end?: ReactNode
  /** Below, as wide as the row. */
  children?: ReactNode
}) {
  return (
    <li id={id} className={classes.row}>
      <span className={classes.text}>
        {to ? (
          <Link to={to} className={classes.link}>
            {heading}
          </Link>
        ) : (
          <b>{heading}</b>
        )}
        <span className={classes.hint} data-long={isHintLong || undefined}>
          {hint}
        </span>
      </span>
      {end && <span className={classes.end}>{end}</span>}
      {children && <div className={classes.below}>{children}</div>}
    </li>
  )
}
