import { lazy, Suspense, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '#messages'
import { safeRedirect } from '#contracts/safe-redirect.ts'
import { paths, withQuery } from '#contracts/paths.ts'
import { redirectOf } from '../features/auth/auth-paths.ts'
import { VerifyByCode } from '../features/auth/verify-by-code.tsx'
import { VerifyByLink } from '../features/auth/verify-by-link.tsx'
import { keepWelcome } from '#web/features/home/shared/welcome.ts'
import { publicIdentity } from '../platform/public-identity.ts'
import { refreshSession, useSession } from '../platform/session.ts'
import { useRedirectWhenSignedIn } from '../platform/use-redirect-when-signed-in.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { LockDrawing } from '../ui/drawings.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'
import classes from './email-verification.module.css'

const IssuerVerification = lazy(async () => ({
  default: (await import('../features/auth/issuer/issuer-verification.tsx')).IssuerVerification,
}))

const DisownAccount = lazy(async () => ({
  default: (await import('../features/auth/disown-account.tsx')).DisownAccount,
}))

/**
 * `/signup/email-verification`: by the code, or by the mailed link and a click; then on to where one was going. With
 * `?mode=not-me` it deletes the account instead.
 */
export default function EmailVerificationPage() {
  const [search] = useSearchParams()
  const token = search.get('token')
  useWelcomeAfterwards()
  if (token && search.get('mode') === 'not-me')
    return (
      <Page title={m.pages_email_verification()} heading={m.auth_disown_page()} narrow>
        <Suspense fallback={<CardSkeleton lines={3} />}>
          <DisownAccount key={token} token={token} />
        </Suspense>
      </Page>
    )
  return (
    <Page title={m.pages_email_verification()} narrow>
      {token ? <ByLink token={token} search={search} /> : <ByCode search={search} />}
    </Page>
  )
}

function ByLink({ token, search }: { token: string; search: URLSearchParams }) {
  const redirect = redirectOf(search) ?? undefined
  return (
    <VerifyByLink
      key={token}
      token={token}
      goOn={safeRedirect(search.get('redirect'))}
      signIn={withQuery(paths.login, { redirect })}
      byCode={withQuery(paths.emailVerification, { redirect })}
    />
  )
}

function ByCode({ search }: { search: URLSearchParams }) {
  const session = useSession()
  useRedirectWhenSignedIn()
  switch (session.state) {
    case 'unverified':
      return publicIdentity.provider === 'oidc' ? (
        <Suspense fallback={<CardSkeleton lines={3} />}>
          <IssuerVerification issuer={publicIdentity.name} email={session.user.email} />
        </Suspense>
      ) : (
        <VerifyByCode email={session.user.email} />
      )
    case 'signed-out':
      return (
        <Card className={classes.signedOut}>
          <LockDrawing />
          <h2>{m.auth_verify_signed_out_heading()}</h2>
          <p>{m.auth_verify_signed_out_hint()}</p>
          <ButtonLink to={withQuery(paths.login, { redirect: redirectOf(search) ?? undefined })}>
            {m.auth_verify_sign_in()}
          </ButtonLink>
        </Card>
      )
    default:
      if (session.failure && session.state === 'starting') return <ErrorState onRetry={refreshSession} />
      return (
        <Loading>
          <CardSkeleton lines={3} />
        </Loading>
      )
  }
}

/** Sends a member who is verified while this page is open to the home page, with the welcome. */
function useWelcomeAfterwards(): void {
  const { state } = useSession()
  const before = useRef(state)
  useEffect(() => {
    if (before.current === 'unverified' && state === 'signed-in') keepWelcome()
    before.current = state
  }, [state])
}
