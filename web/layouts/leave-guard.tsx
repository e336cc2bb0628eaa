import { lazy, Suspense, useEffect, useState } from 'react'
import { useBlocker, type Location } from 'react-router'
import { leavesToProve } from '#web/platform/interrupted.ts'
import { sessionNavigates } from '#web/platform/session.ts'
import { dirtyForms, useUnsaved } from '#web/platform/updates.ts'
import { useFocusInView } from './use-focus-in-view.ts'

const LeaveDialog = lazy(async () => await import('./leave-dialog.tsx'))

/** A save that is under way is waited for before the member is asked. */
const patienceMs = 600

/** Asks before a page is left with something that was not saved: by link, back, reload or closing the tab. */
export function LeaveGuard() {
  // Members alone have the bottom bar; it comes with this, after the screen.
  useFocusInView()
  const unsaved = useUnsaved()
  const [asks, setAsks] = useState(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      losesOnLeave() && !sessionNavigates() && pageOf(currentLocation) !== pageOf(nextLocation),
  )
  const { state } = blocker

  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!leavesToProve()) event.preventDefault()
    }
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
    asks &&
    state === 'blocked' && (
      <Suspense>
        <LeaveDialog
          onStay={() => {
            setAsks(false)
            blocker.reset()
          }}
          onLeave={() => {
            setAsks(false)
            blocker.proceed()
          }}
        />
      </Suspense>
    )
  )
}

/** What is another page: a short link is one beside the list, at the same path. */
function pageOf({ pathname, search }: Location): string {
  return `${pathname} ${new URLSearchParams(search).get('link') ?? ''}`
}

/** Whether going to another page loses something: what `useDraft` keeps is there again. */
function losesOnLeave(): boolean {
  return [...dirtyForms.values()].some((isKept) => !isKept)
}
