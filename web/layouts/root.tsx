import { Outlet, ScrollRestoration } from 'react-router'
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
      <Outlet />
      <RecentLogin />
      <UpdatePrompt />
      <RouteAnnouncer />
      <ScrollRestoration />
    </>
  )
}
