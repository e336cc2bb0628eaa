import { lazy, type ReactNode } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { guardAt, type PageRoute } from '#contracts/page-routes.ts'
import { loginPath, paths, withQuery } from '#contracts/paths.ts'
import { comeLater } from '../platform/builds.ts'
import { redirectFrom } from '../platform/session-runtime.ts'
import { sessionNavigates, useSession } from '../platform/session.ts'
import { useUnsaved } from '../platform/updates.ts'
import { useUser } from '../platform/user-document.ts'
import { Part } from '../ui/part.tsx'
import { PageSkeleton } from '../ui/skeleton.tsx'
import { SignInCard, UnreachableCard } from './gate-cards.tsx'

const AgreementPage = lazy(async () => ({
  default: (await comeLater(import('../features/agreement/agreement-page.tsx'))).AgreementPage,
}))

const SettingUpCard = lazy(async () => ({
  default: (await comeLater(import('./setting-up-card.tsx'))).SettingUpCard,
}))

/**
 * Lets the right person through. Anonymous: the guard `auth` leads to sign-in and back, a personal page
 * shows a sign-in card in its place. Signed in without a verified e-mail: every page leads to the verification.
 */
export function Gate({ route, title, children }: { route: PageRoute; title: string; children: ReactNode }) {
  const session = useSession()
  const location = useLocation()
  const guard = guardAt(route, useParams())

  if (session.state === 'unverified' && !route.unverified) {
    if (sessionNavigates()) return <PageSkeleton title={title} />
    return <Navigate to={withQuery(paths.emailVerification, { redirect: redirectFrom(location) })} replace />
  }
  if (guard === 'open') return children
  if (session.state === 'starting') {
    return session.failure ? <UnreachableCard title={title} /> : <PageSkeleton title={title} />
  }
  if (session.state !== 'signed-out') return <Member {...{ route, title, children }} />
  if (sessionNavigates()) return <PageSkeleton title={title} />
  const here = location.pathname + location.search
  return guard === 'auth' ? (
    <Navigate to={loginPath(here)} replace />
  ) : (
    <SignInCard title={title} here={here} />
  )
}

/**
 * A member's own page, unless the account turns out to be still in the making, or a new version of the terms waits for
 * their agreement. What is being typed stays: the version waits for it.
 */
function Member({ route, title, children }: { route: PageRoute; title: string; children: ReactNode }) {
  const user = useUser()
  const isTyping = useUnsaved()
  if (user.data?.toAgree?.length && !route.unagreed && !isTyping)
    return (
      <Part fallback={<PageSkeleton title={title} />}>
        <AgreementPage user={user.data} toAgree={user.data.toAgree} />
      </Part>
    )
  return user.data === null ? (
    <Part fallback={<PageSkeleton title={title} />}>
      <SettingUpCard title={title} retry={() => void user.refetch()} busy={user.isFetching} />
    </Part>
  ) : (
    children
  )
}
