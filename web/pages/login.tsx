import { Link, useLocation, useSearchParams } from 'react-router'
import { m } from '#messages'
import { AuthCoin, AuthScene } from '../features/auth/auth-scene.tsx'
import { authPaths, redirectOf } from '../features/auth/auth-paths.ts'
import { LinkedSentence } from '../features/auth/linked-sentence.tsx'
import { SessionEndedNotice } from '../features/auth/session-ended-notice.tsx'
import { SignInForm } from '../features/auth/sign-in-form.tsx'
import { useMayBeSignedIn } from '../features/auth/use-may-be-signed-in.ts'
import { useRedirectWhenSignedIn } from '../platform/use-redirect-when-signed-in.ts'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Stage } from '../ui/stage.tsx'

/** `/login`: whoever is signed in already goes straight on. */
export default function LoginPage() {
  useRedirectWhenSignedIn()
  const [search] = useSearchParams()
  const { state } = useLocation()
  const mayBeSignedIn = useMayBeSignedIn()
  const { signup } = authPaths(search)
  return (
    <Stage
      title={m.pages_login()}
      heading={m.auth_login_heading()}
      intro={redirectOf(search) ? m.auth_login_intro_redirect() : m.auth_login_intro()}
      aside={<AuthScene pitch={m.auth_pitch_login()} small={m.auth_pitch_login_small()} />}
      foot={
        <LinkedSentence
          text={m.auth_login_new_here()}
          links={[(words) => <Link to={signup}>{words}</Link>]}
        />
      }
    >
      <AuthCoin />
      {mayBeSignedIn ? (
        <Loading>
          <Skeleton height={52} radius={16} />
          <Skeleton height={52} radius={16} />
        </Loading>
      ) : (
        <>
          <SessionEndedNotice reason={(state as { reason?: string } | null)?.reason} />
          <SignInForm />
        </>
      )}
    </Stage>
  )
}
