import { Outlet, useLocation } from 'react-router'
import { guardAt, matchPage, type Layout } from '#contracts/page-routes.ts'
import { sessionStore, useSession } from '../platform/session.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Header } from './header.tsx'
import { InboxPlace } from './inbox.tsx'
import { InstallPlace } from './install-place.tsx'
import { LeaveGuardPlace } from './leave-guard-place.tsx'
import { MomentsPlace } from './moments-place.tsx'
import { railItems } from './navigation.ts'
import { PalettePlace } from './palette.tsx'
import { SideRail } from './side-rail.tsx'
import { SkipLink } from './skip-link.tsx'
import { useBodyLayout } from './use-body-layout.ts'
import { VisitorFoot } from './visitor-foot.tsx'
import classes from './app-frame.module.css'

/** Rail, column and bar, with or without the header: what `default` and `bottom-navbar` share. */
export function AppFrame({ layout, header }: { layout: Layout; header: boolean }) {
  useBodyLayout(layout)
  // Every way leads back to the verification, and would only forget where one was going.
  const isVerifying = useSession().state === 'unverified'
  const isVisitor = useIsVisitor()
  return (
    <>
      <SkipLink />
      <div className={classes.frame} data-visitor={isVisitor || undefined}>
        {!isVisitor && <SideRail items={isVerifying ? [] : railItems} />}
        <div className={classes.column}>
          {(header || isVisitor) && <Header visitor={isVisitor} />}
          <main id="main" className={classes.main} tabIndex={-1}>
            <Outlet />
          </main>
          {isVisitor && <VisitorFoot />}
        </div>
      </div>
      {!isVerifying && !isVisitor && <BottomBar />}
      <InboxPlace />
      <MomentsPlace />
      <InstallPlace />
      <PalettePlace />
      <LeaveGuardPlace />
    </>
  )
}

/**
 * A visitor has no use for members' places: they get the name of the house and the way in. On a page that is open to
 * everyone, one whom this browser does not remember is a visitor before the server has said so: nothing moves then.
 */
function useIsVisitor(): boolean {
  const { state } = useSession()
  const match = matchPage(useLocation().pathname)
  if (state !== 'starting') return state === 'signed-out'
  const isOpen = match === undefined || guardAt(match.route, match.params) === 'open'
  return isOpen && sessionStore.state.lastUid === null
}
