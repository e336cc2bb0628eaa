import { Suspense, lazy } from 'react'
import { Outlet } from 'react-router'
import { m } from '#console-messages'
import { startSession, useSession } from '../platform/session.ts'
import { FailureState, LoadingState } from '../ui/states.tsx'
import { Shell } from './shell.tsx'

const SignIn = lazy(async () => await import('../screens/sign-in/sign-in.tsx'))

/**
 * What is behind it is for operators who are signed in; others sign in where they are, and then see what they asked for.
 */
export function Gate() {
  const session = useSession()
  if (session.status === 'starting') return <LoadingState />
  if (session.status === 'away')
    return <FailureState heading={m.shell_away()} error={session.error} onRetry={() => void startSession()} />
  if (session.status === 'signed-out')
    return (
      <Suspense fallback={<LoadingState />}>
        <SignIn />
      </Suspense>
    )
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}
