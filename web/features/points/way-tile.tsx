import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Pill } from '#web/ui/pill.tsx'
import classes from './way-tile.module.css'

/** A way to earn: what it pays, its name, and its status. The whole tile is the link. */
export function WayTile({
  to,
  pays,
  heading,
  hint,
  isReady,
}: {
  to: string
  /** In a pill; left out where it depends. */
  pays: ReactNode
  heading: string
  hint: string
  /** There is something to have now. */
  isReady?: boolean
}) {
  return (
    <li className={classes.tile} data-ready={isReady || undefined}>
      <Pill tone={isReady ? 'gold' : 'green'}>{pays}</Pill>
      <Link to={to} className={classes.link}>
        {heading}
      </Link>
      <span className={classes.hint}>{hint}</span>
    </li>
  )
}

/** The tiles side by side. */
export function WayTiles({ children }: { children: ReactNode }) {
  return <ul className={classes.tiles}>{children}</ul>
}
