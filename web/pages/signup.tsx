import { lazy, Suspense, useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { m } from '#messages'
import { AuthCoin, AuthScene } from '../features/auth/auth-scene.tsx'
import { authPaths } from '../features/auth/auth-paths.ts'
import { CookiesNotice } from '../features/auth/cookies-notice.tsx'
import { comeLater } from '../platform/builds.ts'
import {
  invitationOf,
  rememberedInvitation,
  rememberInvitation,
} from '#web/platform/invitation/invitation.ts'
import { LinkedSentence } from '#web/ui/common/linked-sentence.tsx'
import { SignUpForm } from '../features/auth/sign-up-form.tsx'
import { SocialButtons } from '../features/auth/social-buttons.tsx'
import { useMayBeSignedIn } from '../features/auth/use-may-be-signed-in.ts'
import { publicIdentity } from '../platform/public-identity.ts'
import { useRedirectWhenSignedIn } from '../platform/use-redirect-when-signed-in.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Stage } from '#web/ui/forms/stage.tsx'

const IssuerEntry = lazy(async () => ({
  default: (await import('../features/auth/issuer/issuer-entry.tsx')).IssuerEntry,
}))

// Asks who invited, which visitors who came by themselves load nothing for.
const InvitedNotice = lazy(async () => ({
  default: (await comeLater(import('../features/auth/invited-notice.tsx'))).InvitedNotice,
}))

/** `/signup`: an account, and with it on to the verification of its address. */
export default function SignupPage() {
  useRedirectWhenSignedIn()
  const [search] = useSearchParams()
  const mayBeSignedIn = useMayBeSignedIn()
  const { login, tutorial } = authPaths(search)
  const invitedBy = invitationOf(search)
  const inviter = invitedBy ?? rememberedInvitation()
  useEffect(() => {
    if (invitedBy) rememberInvitation(invitedBy)
  }, [invitedBy])
  return (
    <Stage
      title={m.pages_signup()}
      heading={m.auth_signup_heading()}
      intro={m.auth_signup_intro()}
      aside={<AuthScene pitch={m.auth_pitch_signup()} small={m.auth_pitch_signup_small()} />}
      foot={
        <LinkedSentence
          text={m.auth_signup_have_one()}
          links={[
            (linkText) => <Link to={login}>{linkText}</Link>,
            (linkText) => <Link to={tutorial}>{linkText}</Link>,
          ]}
        />
      }
    >
      <AuthCoin />
      {mayBeSignedIn ? (
        <Waiting />
      ) : (
        <>
          <CookiesNotice />
          {inviter && (
            <Suspense fallback={<Notice tone="green">{m.auth_signup_invited()}</Notice>}>
              <InvitedNotice shortId={inviter} />
            </Suspense>
          )}
          {publicIdentity.provider === 'oidc' ? (
            <Suspense fallback={<Waiting />}>
              <IssuerEntry
                issuer={publicIdentity.name}
                hint={m.auth_issuer_signup({ issuer: publicIdentity.name })}
              />
            </Suspense>
          ) : (
            <>
              <SignUpForm loginPath={login} />
              <SocialButtons />
            </>
          )}
        </>
      )}
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
