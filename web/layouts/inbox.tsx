import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import { useLocation } from 'react-router'
import { loadInBackground } from '../platform/builds.ts'
import { useSession } from '../platform/session.ts'
import { whenIdle } from '../platform/when-idle.ts'
import classes from './inbox.module.css'

const InboxDialog = lazy(() => import('../features/notifications/inbox-dialog.tsx'))

/** The bell's place; the bell comes when the screen is there. Where it does not load, the next visit has it. */
export function BellPlace() {
  const isSignedIn = useSession().state === 'signed-in'
  const [loaded, setLoaded] = useState<{ Bell: ComponentType }>()
  useEffect(() => {
    if (!isSignedIn) return
    void whenIdle()
      .then(() => loadInBackground(() => import('../features/notifications/bell.tsx')))
      .then(setLoaded, () => {})
  }, [isSignedIn])
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
