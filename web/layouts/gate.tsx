import type { ReactNode } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { m } from '#messages'
import { guardAt, type PageRoute } from '#contracts/page-routes.ts'
import { loginPath, paths, withQuery } from '#contracts/paths.ts'
import { useSession } from '../platform/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import { PageSkeleton } from '../ui/skeleton.tsx'
import { LockDrawing } from '../ui/drawings.tsx'
import classes from './gate.module.css'

/**
 * Lets the right person through. Anonymous: the specification's guard leads to sign-in and back, a personal page
 * shows a sign-in card in its place. Signed in without a verified e-mail: every page leads to the verification.
 */
export function Gate({ route, title, children }: { route: PageRoute; title: string; children: ReactNode }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  const guard = guardAt(route, useParams())
  const here = pathname + search

  if (session.state === 'unverified' && !route.unverified) {
    const redirect = route.guard === 'open' ? undefined : here
    return <Navigate to={withQuery(paths.emailVerification, { redirect })} replace />
  }
  if (guard === 'open') return children
  if (session.state === 'starting') return <PageSkeleton title={title} />
  if (session.state !== 'signed-out') return children
  if (guard === 'auth') return <Navigate to={loginPath(here)} replace />
  return <SignInCard title={title} here={here} />
}

function SignInCard({ title, here }: { title: string; here: string }) {
  return (
    <Page title={title} narrow>
      <Card className={classes.card}>
        <LockDrawing />
        <h2>{m.layout_sign_in_title()}</h2>
        <p>{m.layout_sign_in_hint()}</p>
        <div className={classes.actions}>
          <ButtonLink to={loginPath(here)}>{m.layout_sign_in()}</ButtonLink>
          <ButtonLink look="soft" to={withQuery(paths.signup, { redirect: here })}>
            {m.layout_sign_up()}
          </ButtonLink>
        </div>
      </Card>
    </Page>
  )
}
