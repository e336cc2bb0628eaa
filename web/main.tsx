import './theme/base.css'
import './theme/fonts.css'
import './theme/tokens.css'
import { startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { App } from './app.tsx'
import { bootUser, dropBootData } from './platform/boot-data.ts'
import { clearOtherCaches } from './platform/build-caches.ts'
import { reloadOnChunkFailure, watchBuilds } from './platform/builds.ts'
import { startColourScheme } from './platform/colour-scheme.ts'
import { browserZone } from './platform/browser-zone.ts'
import { followLead, takeOver } from './platform/first-screen.ts'
import { followChanges } from './platform/follow-changes.ts'
import { keepInstallPrompt } from './platform/install.ts'
import { leavePush } from './platform/push-consent.ts'
import { startAnalytics } from './platform/product-analytics/start.ts'
import { queryClient } from './platform/query-client.ts'
import { recoverQueries } from './platform/recover-queries.ts'
import { registerServiceWorker } from './platform/service-worker.ts'
import { startSession } from './platform/session.ts'
import { fetchUser } from './platform/user-document.ts'
import { appIsShown, nextTask } from './platform/when-idle.ts'
import { routes } from './routes.tsx'

const container = document.getElementById('root')!
followLead(container)
// No top-level await: a page's chunk imports from this one and would wait for it for ever.
void start()

/** In steps: what runs the files, the router and the rest took a phone a tenth of a second in one, and no tap got between. */
async function start(): Promise<void> {
  await nextTask()
  // The first that uses `Intl`, which then fetches all it has.
  browserZone()

  await nextTask()
  const router = createBrowserRouter(routes)
  reloadOnChunkFailure(() => {
    const next = router.state.navigation.location
    return next ? next.pathname + next.search + next.hash : null
  })

  await nextTask()
  watchBuilds()
  keepInstallPrompt()
  registerServiceWorker((path) => void router.navigate(path))
  startColourScheme()
  recoverQueries(queryClient)
  followChanges(queryClient)
  startAnalytics(router)
  startSession({
    navigate: (to, options) => router.navigate(to, options),
    here: () => router.state.location,
    fetchUser: (uid, how) => void fetchUser(uid, how),
    presumed: bootUser(),
    reload: () => location.reload(),
    clearCaches: () => {
      dropBootData()
      queryClient.clear()
      void leavePush()
      void clearOtherCaches()
    },
  })

  // The matched pages are lazy: render only when they are there, so that nothing flashes empty.
  await initialized(router)
  await nextTask()
  const taken = container.hasChildNodes() ? takeOver(container, queryClient) : null
  if (taken) {
    await nextTask()
    // In slices: in one piece it would hold up a tap for as long as it takes.
    startTransition(() => {
      hydrateRoot(container, <App router={router} onShown={taken.onTaken} />, {
        onRecoverableError: taken.onRecoverableError,
      })
    })
  } else if (container.inert) {
    // In one piece: a form that was only looked at is another before anybody can reach it.
    container.inert = false
    container.ariaDisabled = null
    const root = createRoot(container)
    flushSync(() => root.render(<App router={router} />))
  } else createRoot(container).render(<App router={router} />)
  appIsShown()
}

function initialized(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  if (router.state.initialized) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = router.subscribe((state) => {
      if (!state.initialized) return
      stop()
      resolve()
    })
  })
}
