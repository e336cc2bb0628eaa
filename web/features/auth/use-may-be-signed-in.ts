import { useState } from 'react'
import { sessionStore, useSession } from '#web/platform/session.ts'

/**
 * Whether it is worth waiting before a form is shown: a member is signed in, or was when this browser was last here
 * and the server has not answered yet. Everybody else sees the form at once, and keeps it while signing in.
 */
export function useMayBeSignedIn(): boolean {
  const { state, failure } = useSession()
  const [wasKnown] = useState(() => {
    const { phase, lastUid } = sessionStore.state
    return phase === 'signed-in' || (phase === 'starting' && lastUid !== null)
  })
  return wasKnown && (state === 'signed-in' || (state === 'starting' && failure === null))
}
