import { m } from '#messages'
import classes from './skip-link.module.css'

/** The first stop of the keyboard: past the navigation, to the content. */
export function SkipLink() {
  return (
    <a className={classes.skip} href="#main">
      {m.layout_skip()}
    </a>
  )
}
