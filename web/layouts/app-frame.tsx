import { Outlet } from 'react-router'
import type { Layout } from '#contracts/page-routes.ts'
import { useSession } from '../platform/session.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Header } from './header.tsx'
import { InboxPlace } from './inbox.tsx'
import { MomentsPlace } from './moments-place.tsx'
import { railItems } from './navigation.ts'
import { SideRail } from './side-rail.tsx'
import { SkipLink } from './skip-link.tsx'
import { useBodyLayout } from './use-body-layout.ts'
import classes from './app-frame.module.css'

/** Rail, column and bar, with or without the header: what `default` and `bottom-navbar` share. */
export function AppFrame({ layout, header }: { layout: Layout; header: boolean }) {
  useBodyLayout(layout)
  // Every way leads back to the verification, and would only forget where one was going.
  const isVerifying = useSession().state === 'unverified'
  return (
    <>
      <SkipLink />
      <div className={classes.frame}>
        <SideRail items={isVerifying ? [] : railItems} />
        <div className={classes.column}>
          {header && <Header />}
          <main id="main" className={classes.main} tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
      {!isVerifying && <BottomBar />}
      <InboxPlace />
      <MomentsPlace />
    </>
  )
}
