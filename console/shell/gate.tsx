import { Suspense, lazy } from 'react'
import { Outlet } from 'react-router'
import { m } from '#console-messages'
import { startSession, useSession } from '../platform/session.ts'
import { FailureState, LoadingState } from '../ui/states.tsx'
import { Cover } from './cover.tsx'
import { Shell } from './shell.tsx'

const load = async () => await import('../screens/sign-in/sign-in.tsx')
const SignIn = lazy(load)

/**
 * What is behind it is for operators who are signed in; others sign in where they are, and then see what they asked for.
 * Whose session ends does so over what they have on screen, which stays with what they typed.
 */
export function Gate() {
  const session = useSession()
  if (session.status === 'starting') return <LoadingState />
  if (session.status === 'away')
    return <FailureState heading={m.shell_away()} error={session.error} onRetry={() => void startSession()} />
  const signIn = (
    <Suspense fallback={<LoadingState />}>
      <SignIn />
    </Suspense>
  )
  if (session.status === 'signed-out') return signIn
  return (
    <>
      <Cover isOn={session.status === 'ended'} label={m.sign_in_title()} load={load}>
        {signIn}
      </Cover>
      <Shell>
        <Outlet />
      </Shell>
    </>
  )
}
