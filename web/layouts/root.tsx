import { Outlet, ScrollRestoration, type Location } from 'react-router'
import { BannerPlace } from './banner-place.tsx'
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
      <BannerPlace />
      <Outlet />
      <RecentLogin />
      <UpdatePrompt />
      <RouteAnnouncer />
      <ScrollRestoration getKey={scrollKey} />
    </>
  )
}

/**
 * By what a place in a page is remembered: its entry in the history. A page that the browser loads is `default` in every
 * document, so that is its address: else each would begin where the one before it in the tab was left.
 */
function scrollKey({ key, pathname, search, hash }: Location): string {
  return key === 'default' ? pathname + search + hash : key
}
