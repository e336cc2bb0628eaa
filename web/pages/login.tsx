import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { AuthCoin, AuthScene } from '../features/auth/auth-scene.tsx'
import { authPaths, redirectOf } from '../features/auth/auth-paths.ts'
import { CookiesNotice } from '../features/auth/cookies-notice.tsx'
import { firebaseLink } from '../features/auth/firebase-link.ts'
import { hasPasskeys } from '../features/auth/passkeys/has-passkeys.ts'
import { LinkedSentence } from '#web/ui/common/linked-sentence.tsx'
import { keptWaysIn } from '../features/auth/reset/kept-ways-in.ts'
import { SessionEndedNotice } from '../features/auth/session-ended-notice.tsx'
import { SignInForm } from '../features/auth/sign-in-form.tsx'
import { SocialButtons } from '../features/auth/social-buttons.tsx'
import { SocialRefusedNotice } from '../features/auth/social-refused-notice.tsx'
import { useMayBeSignedIn } from '../features/auth/use-may-be-signed-in.ts'
import { publicIdentity } from '../platform/public-identity.ts'
import { useRedirectWhenSignedIn } from '../platform/use-redirect-when-signed-in.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Stage } from '#web/ui/forms/stage.tsx'
import classes from './login.module.css'

const IssuerEntry = lazy(async () => ({
  default: (await import('../features/auth/issuer/issuer-entry.tsx')).IssuerEntry,
}))
const PasskeySignIn = lazy(async () => ({
  default: (await import('../features/auth/passkeys/passkey-sign-in.tsx')).PasskeySignIn,
}))
const LinkSent = lazy(async () => ({
  default: (await import('../features/auth/sign-in-link/link-sent.tsx')).LinkSent,
}))
const SignInByLink = lazy(async () => ({
  default: (await import('../features/auth/sign-in-link/sign-in-by-link.tsx')).SignInByLink,
}))
const SecondStep = lazy(async () => ({
  default: (await import('../features/auth/second-factor/second-step.tsx')).SecondStep,
}))
const RecoverAccount = lazy(async () => ({
  default: (await import('../features/auth/sign-in-link/recover-account.tsx')).RecoverAccount,
}))

/**
 * `/login`: signs in. `?mode=second-step` is the second step; `?mode=link` and `?mode=recover` open mailed links, also
 * for a signed-in member.
 */
export default function LoginPage() {
  const [search] = useSearchParams()
  const mode = search.get('mode')
  const token = search.get('token')
  const mailed = publicIdentity.provider === 'firebase' ? firebaseLink(search) : null
  if (mailed) return <Navigate to={mailed} replace />
  if (token && mode === 'link')
    return (
      <LoginStage heading={m.auth_link_heading()} intro={m.auth_link_intro()}>
        <SignInByLink key={token} token={token} />
      </LoginStage>
    )
  if (token && mode === 'recover')
    return (
      <LoginStage heading={m.auth_recover_heading()} intro={m.auth_recover_intro()}>
        <RecoverAccount key={token} token={token} />
      </LoginStage>
    )
  if (mode === 'second-step' && publicIdentity.provider === 'embedded')
    return (
      <LoginStage heading={m.auth_step_heading()} intro={m.auth_step_intro()}>
        <SecondStep />
      </LoginStage>
    )
  return <SignIn />
}

/** How who comes is received, and what comes after the sign-in: after a reset of an account with other ways in, their list. */
function receptionOf(
  search: URLSearchParams,
  reason: string | undefined,
  isNewcomer: boolean,
): { heading: string; intro?: string } {
  // Nobody is welcomed who is shut out, nor told that links worked that did not.
  if (reason === 'user_disabled' || search.get('refused') === 'user_disabled')
    return { heading: m.pages_login() }
  if (isNewcomer) return { heading: m.auth_newcomer_heading(), intro: m.auth_newcomer_intro() }
  const heading = m.auth_login_heading()
  if (reason === 'password_reset' && keptWaysIn().length > 0)
    return { heading, intro: m.auth_login_intro_review() }
  return { heading, intro: redirectOf(search) ? m.auth_login_intro_redirect() : m.auth_login_intro() }
}

/** Sends a member who is already signed in straight on. */
function SignIn() {
  useRedirectWhenSignedIn()
  const [search] = useSearchParams()
  const { state } = useLocation()
  const mayBeSignedIn = useMayBeSignedIn()
  const [linkSentTo, setLinkSentTo] = useState<string | null>(null)
  if (linkSentTo && !mayBeSignedIn)
    return (
      <LoginStage heading={m.auth_link_sent_heading()}>
        <LinkSent email={linkSentTo} onBack={() => setLinkSentTo(null)} />
      </LoginStage>
    )
  const reason = (state as { reason?: string } | null)?.reason
  if (reason === 'user_deleted' && !mayBeSignedIn) return <Farewell />
  // Sent here from the address of the site itself, and not by a session that ended: most are here for the first time.
  const isNewcomer = search.get('redirect') === paths.home && !reason && !mayBeSignedIn
  return (
    <LoginStage {...receptionOf(search, reason, isNewcomer)}>
      {mayBeSignedIn ? (
        <Waiting />
      ) : (
        <>
          {isNewcomer && (
            <>
              <ButtonLink full to={authPaths(search).signup}>
                {m.layout_join_free()}
              </ButtonLink>
              <h2 className={classes.members}>{m.auth_newcomer_members()}</h2>
            </>
          )}
          <CookiesNotice />
          <SessionEndedNotice reason={reason} />
          <SocialRefusedNotice refused={search.get('refused')} />
          {publicIdentity.provider === 'oidc' ? (
            <IssuerEntry
              issuer={publicIdentity.name}
              hint={m.auth_issuer_login({ issuer: publicIdentity.name })}
            />
          ) : (
            <>
              <SignInForm onLinkSent={setLinkSentTo} quiet={isNewcomer} />
              {hasPasskeys() && (
                <Suspense fallback={<Skeleton height={58} radius={16} />}>
                  <PasskeySignIn />
                </Suspense>
              )}
              <SocialButtons />
            </>
          )}
        </>
      )}
    </LoginStage>
  )
}

/** For one whose account was deleted, here or elsewhere. */
function Farewell() {
  return (
    <LoginStage heading={m.auth_farewell_heading()} intro={m.auth_farewell_intro()}>
      <ButtonLink full to={paths.login} replace>
        {m.auth_farewell_sign_in()}
      </ButtonLink>
    </LoginStage>
  )
}

function LoginStage({ heading, intro, children }: { heading: string; intro?: string; children: ReactNode }) {
  const [search] = useSearchParams()
  const { signup, tutorial } = authPaths(search)
  return (
    <Stage
      title={m.pages_login()}
      heading={heading}
      intro={intro}
      aside={<AuthScene pitch={m.auth_pitch_login()} small={m.auth_pitch_login_small()} />}
      foot={
        <LinkedSentence
          text={m.auth_login_new_here()}
          links={[
            (linkText) => <Link to={signup}>{linkText}</Link>,
            (linkText) => <Link to={tutorial}>{linkText}</Link>,
          ]}
        />
      }
    >
      <AuthCoin />
      <Suspense fallback={<Waiting />}>{children}</Suspense>
    </Stage>
  )
}

function Waiting() {
  return (
    <Loading>
      <Skeleton height={52} radius={16} />
      <Skeleton height={52} radius={16} />
    </Loading>
  )
}
