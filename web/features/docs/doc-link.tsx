import { Link } from 'react-router'
import classes from './doc-link.module.css'

/** A page to read on, as a card: its title and what it is about. */
export function DocLink({ to, title, text }: { to: string; title: string; text: string }) {
  return (
    <Link to={to} className={classes.page}>
      <b>{title}</b>
      <span>{text}</span>
    </Link>
  )
}
