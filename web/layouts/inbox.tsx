import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../platform/session.ts'
import { whenIdle } from '../platform/when-idle.ts'
import classes from './inbox.module.css'

const Bell = lazy(async () => ({ default: (await import('../features/notifications/bell.tsx')).Bell }))
const InboxDialog = lazy(() => import('../features/notifications/inbox-dialog.tsx'))

/** The bell's place; the bell comes when the screen is there. */
export function BellPlace() {
  const isSignedIn = useSession().state === 'signed-in'
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    void whenIdle().then(() => setIdle(true))
  }, [])
  return (
    isSignedIn && (
      <div className={classes.bell}>
        <Suspense fallback={null}>{isIdle && <Bell />}</Suspense>
      </div>
    )
  )
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
