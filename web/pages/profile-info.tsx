import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { m } from '#messages'
import { ProfileForm } from '../features/account/profile-form.tsx'
import { ProfileMeter } from '#web/features/account/profile-meter.tsx'
import { useUser } from '../platform/user-document.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { problemOf } from '../ui/problem-of.ts'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import classes from './side-column.module.css'

/** Of the few whose mails do not arrive. */
const ProveAddress = lazy(async () => ({
  default: (await import('../features/auth/security/prove-address.tsx')).ProveAddress,
}))

/** `/profile/info`: the eight items of the profile; `#{field}` leads to one of them. */
export default function ProfileInfoPage() {
  const user = useUser()
  const today = localDate(useNow())
  useFocusOnHash(user.data?.uid)
  return (
    <Page title={m.pages_profile_info()}>
      {user.isPending && (
        <Loading>
          <CardSkeleton lines={1} />
          <CardSkeleton lines={5} />
        </Loading>
      )}
      {user.isError && !user.data && (
        <ErrorState
          heading={m.profile_failed()}
          {...problemOf(user.error)}
          onRetry={() => void user.refetch()}
          retrying={user.isFetching}
        />
      )}
      {user.data && (
        <div className={classes.layout}>
          <div className={classes.side} data-sticky>
            <ProfileMeter {...user.data.profileCompletion} />
          </div>
          <div className={classes.main}>
            <ProfileForm
              key={user.data.uid}
              user={user.data}
              today={today}
              proveAddress={
                <Suspense fallback={null}>
                  <ProveAddress email={user.data.email} />
                </Suspense>
              }
            />
          </div>
        </div>
      )}
    </Page>
  )
}

/** Puts the focus on the field that a link names, as soon as it is there. */
function useFocusOnHash(uid: string | undefined): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (!uid || !hash) return
    const target = document.getElementById(hash.slice(1))
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'center' })
  }, [uid, hash])
}

/** The day it is where the member is, `YYYY-MM-DD`. */
function localDate(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
