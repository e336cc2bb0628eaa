import { useNavigation } from 'react-router'
import { m } from '#messages'
import classes from './navigation-progress.module.css'

/** A thin bar at the top while the next page loads for more than a moment. */
export function NavigationProgress() {
  if (useNavigation().state === 'idle') return null
  return <div className={classes.bar} role="progressbar" aria-label={m.layout_loading()} />
}
