import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Card } from '../card.tsx'
import { ChevronRightIcon } from '../control-icons.tsx'
import classes from './link-rows.module.css'

/** A card of places to go, one a row. */
export function LinkRows({ children }: { children: ReactNode }) {
  return (
    <Card pad={false}>
      <ul className={classes.rows}>{children}</ul>
    </Card>
  )
}

/** One of them; `note` is at the end, before the arrow. */
export function LinkRow({ to, note, children }: { to: string; note?: ReactNode; children: ReactNode }) {
  return (
    <li className={classes.row}>
      <Link to={to} className={classes.link}>
        <span className={classes.text}>{children}</span>
        {note && <span className={classes.note}>{note}</span>}
        <ChevronRightIcon size={18} />
      </Link>
    </li>
  )
}
