import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '#messages'
import { AskForReset } from '../features/auth/reset/ask-for-reset.tsx'
import { ResetByCode } from '../features/auth/reset/reset-by-code.tsx'
import { ResetByLink } from '../features/auth/reset/reset-by-link.tsx'
import { publicIdentity } from '../platform/public-identity.ts'
import { Page } from '../ui/page.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'

const IssuerPassword = lazy(async () => ({
  default: (await import('../features/auth/issuer/issuer-password.tsx')).IssuerPassword,
}))

/** `/login/reset-password`: asks for the mail; with the mailed link's `?token=`, or `?by=code`, chooses a new password. */
export default function ResetPasswordPage() {
  const [search] = useSearchParams()
  if (publicIdentity.provider === 'oidc')
    return (
      <Page title={m.pages_reset_password()} narrow>
        <Suspense fallback={<CardSkeleton lines={3} />}>
          <IssuerPassword issuer={publicIdentity.name} />
        </Suspense>
      </Page>
    )
  const token = search.get('token')
  const byCode = search.get('by') === 'code'
  return (
    <Page
      title={m.pages_reset_password()}
      heading={token || byCode ? m.auth_reset_choose_heading() : undefined}
      narrow
    >
      {token ? <ResetByLink key={token} token={token} /> : byCode ? <ResetByCode /> : <AskForReset />}
    </Page>
  )
}
