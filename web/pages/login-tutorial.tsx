import { Link, useSearchParams } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { authPaths } from '../features/auth/auth-paths.ts'
import { AuthScene } from '../features/auth/auth-scene.tsx'
import { LinkedSentence } from '#web/ui/common/linked-sentence.tsx'
import { Walk } from '../features/tutorial/walk.tsx'
import { useSession } from '../platform/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Stage } from '#web/ui/forms/stage.tsx'

/** `/login/tutorial`: what Crels is, step by step; then sign-up for a visitor and home for a member. */
export default function LoginTutorialPage() {
  const [search] = useSearchParams()
  const { signup, login } = authPaths(search)
  const isMember = useSession().user !== null
  return (
    <Stage
      title={m.pages_login_tutorial()}
      heading={m.tutorial_heading()}
      intro={m.tutorial_intro()}
      aside={<AuthScene pitch={m.auth_pitch_signup()} small={m.auth_pitch_signup_small()} />}
      foot={
        isMember ? (
          <LinkedSentence
            text={m.tutorial_skip_home()}
            links={[(linkText) => <Link to={paths.home}>{linkText}</Link>]}
          />
        ) : (
          <LinkedSentence
            text={m.tutorial_skip_sign_up()}
            links={[
              (linkText) => <Link to={signup}>{linkText}</Link>,
              (linkText) => <Link to={login}>{linkText}</Link>,
            ]}
          />
        )
      }
    >
      <Walk
        finish={
          isMember ? (
            <ButtonLink to={paths.home}>{m.tutorial_home()}</ButtonLink>
          ) : (
            <ButtonLink look="gold" to={signup}>
              {m.tutorial_sign_up()}
            </ButtonLink>
          )
        }
      />
    </Stage>
  )
}
