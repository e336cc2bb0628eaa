import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { m } from '#messages'
import { sessionNavigates } from '#web/platform/session.ts'
import { hasUnsaved, useUnsaved } from '#web/platform/updates.ts'
import { ConfirmDialog } from '#web/ui/rare/dialog.tsx'

/** A save that is under way is waited for before the member is asked. */
const patienceMs = 600

/** Asks before a page is left with something that was not saved: by link, back, reload or closing the tab. */
export function LeaveGuard() {
  const unsaved = useUnsaved()
  const [asks, setAsks] = useState(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsaved() && !sessionNavigates() && currentLocation.pathname !== nextLocation.pathname,
  )
  const { state } = blocker

  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])

  useEffect(() => {
    if (state !== 'blocked') return
    // It was saved meanwhile: on to where the person wanted to go.
    if (!unsaved) return blocker.proceed()
    const timer = setTimeout(() => setAsks(true), patienceMs)
    return () => clearTimeout(timer)
  }, [state, unsaved, blocker])

  return (
    <ConfirmDialog
      open={asks && state === 'blocked'}
      onClose={() => {
        setAsks(false)
        blocker.reset?.()
      }}
      heading={m.profile_leave_heading()}
      confirm={m.profile_leave()}
      onConfirm={() => {
        setAsks(false)
        blocker.proceed?.()
      }}
      danger
    >
      <p>{m.profile_leave_text()}</p>
    </ConfirmDialog>
  )
}
