import { Outlet, ScrollRestoration } from 'react-router'
import { ConsentPlace } from './consent-place.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import { RecentLogin } from './recent-login.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { UpdatePrompt } from './update-prompt.tsx'
import { OfflineChip } from '../ui/offline-chip.tsx'

/** Around every layout: what survives each navigation. */
export function Root() {
  return (
    <>
      <NavigationProgress />
      <OfflineChip />
      <ConsentPlace />
      <Outlet />
      <RecentLogin />
      <UpdatePrompt />
      <RouteAnnouncer />
      <ScrollRestoration />
    </>
  )
}
