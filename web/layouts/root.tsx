import { Outlet, ScrollRestoration } from 'react-router'
import { NavigationProgress } from './navigation-progress.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'

/** Around every layout: what survives each navigation. */
export function Root() {
  return (
    <>
      <NavigationProgress />
      <Outlet />
      <RouteAnnouncer />
      <ScrollRestoration />
    </>
  )
}
