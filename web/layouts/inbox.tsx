import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../platform/session.ts'
import { useLaterPart } from './use-later-part.ts'
import classes from './inbox.module.css'

const InboxDialog = lazy(() => import('../features/notifications/inbox-dialog.tsx'))

const loadBell = () => import('../features/notifications/bell.tsx')

/** The bell's place; the bell comes when the screen is there. */
export function BellPlace() {
  const isSignedIn = useSession().state === 'signed-in'
  const loaded = useLaterPart(isSignedIn, loadBell)
  return isSignedIn && <div className={classes.bell}>{loaded && <loaded.Bell />}</div>
}

/** The inbox, over whatever page has `?inbox`. */
export function InboxPlace() {
  const isSignedIn = useSession().state === 'signed-in'
  const { search } = useLocation()
  if (!isSignedIn || !new URLSearchParams(search).has('inbox')) return null
  return (
    <Suspense fallback={null}>
      <InboxDialog />
    </Suspense>
  )
}
