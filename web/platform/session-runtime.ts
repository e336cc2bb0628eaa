import type { AuthUser } from '#contracts/identity.schemas.ts'
import { safeRedirect } from '#contracts/safe-redirect.ts'
import { guardAt, matchPage } from '#contracts/page-routes.ts'
import { paths, withQuery } from '#contracts/paths.ts'
import { ApiProblem, NetworkFailure } from './api-problem.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { forgetInvitation } from './invitation/invitation.ts'
import { analytics } from './product-analytics/calls.ts'
import type { SessionEffect, SignOutReason, TabMessage } from './session-events.ts'
import type { SessionStore } from './session-store.ts'

/** What the runtime needs from its surroundings, so that tests can replace them. */
export interface SessionSurroundings {
  provider: IdentityProvider
  /** Goes to a page of ours; resolves when it shows. */
  navigate: (to: string, options: { replace: boolean; state?: { reason: SignOutReason } }) => Promise<void>
  /** The page as it is now. */
  here: () => { pathname: string; search: string }
  /** Fetches the member's user document, unless the page brought it; `anew` at any rate. */
  fetchUser: (uid: string, how: { anew?: boolean }) => void
  clearCaches: () => void
  reload: () => void
  /** Whom the server wrote the page for. */
  presumed: AuthUser | null
}

const channelName = 'crels:session'
const lockName = 'crels:session-refresh'
const lastUidKey = 'crels:last-uid'
/** How long a tab that waited for another's refresh gives its message to arrive. */
const broadcastGraceMs = 100
/** `setTimeout` takes at most this; waking early does no harm. */
const longestTimerMs = 2 ** 31 - 1

/** Runs the session in this tab: timers, tabs, refreshes, navigation. Answers how to stop it. */
export function runSession(store: SessionStore, surroundings: SessionSurroundings): () => void {
  const channel = new BroadcastChannel(channelName)
  const refreshes = new Map<number, AbortController>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const run = (effect: SessionEffect): void => {
    switch (effect.type) {
      case 'refresh':
        return void refresh(effect.id)
      case 'cancel-refresh':
        return refreshes.get(effect.id)?.abort()
      case 'schedule':
        clearTimeout(timer)
        timer = setTimeout(
          () => store.send({ type: 'timer' }),
          Math.min(Math.max(0, effect.at - Date.now()), longestTimerMs),
        )
        return
      case 'unschedule':
        return clearTimeout(timer)
      case 'broadcast':
        return channel.postMessage(effect.message)
      case 'remember':
        return keepLastUid(effect.uid)
      case 'forget':
        if (effect.invitation) forgetInvitation()
        return keepLastUid(null)
      case 'fetch-user':
        return surroundings.fetchUser(effect.uid, { anew: effect.anew })
      case 'clear-caches':
        return surroundings.clearCaches()
      case 'reload':
        return surroundings.reload()
      case 'email-verified':
        return afterVerification()
      case 'go':
        return go(effect.to, effect.keepRedirect ?? false, effect.reason)
      case 'explain':
        return explain(effect.reason)
      case 'identify':
        return analytics.identify(effect.uid)
      case 'analytics-reset':
        return analytics.reset()
    }
  }

  async function refresh(id: number): Promise<void> {
    const controller = new AbortController()
    refreshes.set(id, controller)
    try {
      await oneAtATime(controller.signal, async () => {
        const session = await surroundings.provider.refresh(controller.signal)
        // Before the lock is free: a tab that waits for it receives the new token and does not ask.
        store.send({ type: 'refresh-answered', id, session })
      })
    } catch (error) {
      if (!controller.signal.aborted) store.send({ type: 'refresh-failed', id, failure: failureOf(error) })
    } finally {
      refreshes.delete(id)
    }
  }

  function afterVerification(): void {
    const { pathname, search } = surroundings.here()
    if (pathname !== paths.emailVerification) return
    const to = safeRedirect(new URLSearchParams(search).get('redirect'))
    void surroundings.navigate(to, { replace: true })
  }

  function go(to: string, keepRedirect: boolean, reason: SignOutReason | undefined): void {
    const here = surroundings.here()
    if (here.pathname === to) return
    const page = matchPage(here.pathname)
    // Help and leaving are for them too, and stay so when such a page is loaded anew; an unknown address is 404 for all.
    if (to === paths.emailVerification && (!page || page.route.unverified)) return
    // Found at start-up: what is open to everyone, a mailed link too, is no reason to leave.
    if (keepRedirect && reason && (!page || guardAt(page.route, page.params) === 'open')) return
    const target = keepRedirect ? withQuery(to, { redirect: redirectFrom(here) }) : to
    void surroundings.navigate(target, { replace: keepRedirect, ...(reason && { state: { reason } }) })
  }

  function explain(reason: SignOutReason): void {
    const { pathname, search } = surroundings.here()
    if (pathname === paths.login)
      void surroundings.navigate(pathname + search, { replace: true, state: { reason } })
  }

  store.connect(run)
  const stopListening = listen(store, channel)
  store.send({ type: 'start', lastUid: readLastUid(), presumed: surroundings.presumed })
  return () => {
    stopListening()
    channel.close()
    clearTimeout(timer)
    for (const controller of refreshes.values()) controller.abort()
    store.connect(() => {})
  }
}

/** The redirect worth keeping at an address: its own, or the address itself unless it belongs to signing in. */
export function redirectFrom({ pathname, search }: { pathname: string; search: string }): string | undefined {
  const own = new URLSearchParams(search).get('redirect')
  if (own) return safeRedirect(own)
  const isEntry = pathname === paths.home || /^\/(login|signup)(\/|$)/.test(pathname)
  return isEntry ? undefined : pathname + search
}

function listen(store: SessionStore, channel: BroadcastChannel): () => void {
  const onMessage = (event: MessageEvent<TabMessage>) =>
    store.send({ type: 'other-tab', message: event.data })
  const onOnline = () => store.send({ type: 'online' })
  const onWoke = () => {
    if (document.visibilityState === 'visible') store.send({ type: 'woke' })
  }
  channel.addEventListener('message', onMessage)
  addEventListener('online', onOnline)
  addEventListener('focus', onWoke)
  addEventListener('pageshow', onWoke)
  document.addEventListener('visibilitychange', onWoke)
  return () => {
    channel.removeEventListener('message', onMessage)
    removeEventListener('online', onOnline)
    removeEventListener('focus', onWoke)
    removeEventListener('pageshow', onWoke)
    document.removeEventListener('visibilitychange', onWoke)
  }
}

/** Under one lock for all tabs. Who had to wait lets the news of the tab before arrive, which makes the call moot. */
async function oneAtATime<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  // Locks exist only on secure origins; without them each tab refreshes for itself.
  if (!navigator.locks) return work()
  const first = await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) =>
    lock ? { value: await work() } : null,
  )
  if (first) return first.value
  return navigator.locks.request(lockName, { signal }, async () => {
    await new Promise((resolve) => setTimeout(resolve, broadcastGraceMs))
    signal.throwIfAborted()
    return work()
  })
}

function failureOf(error: unknown): 'network' | { status: number; code: string | null } {
  if (error instanceof ApiProblem) return { status: error.status, code: error.code }
  // What else is thrown is a fault: a refresh that never ends would leave the page at Loading.
  return error instanceof NetworkFailure ? 'network' : { status: 500, code: null }
}

function readLastUid(): string | null {
  try {
    return localStorage.getItem(lastUidKey)
  } catch {
    return null
  }
}

function keepLastUid(uid: string | null): void {
  try {
    if (uid === null) localStorage.removeItem(lastUidKey)
    else localStorage.setItem(lastUidKey, uid)
  } catch {
    // Without storage a reload cannot know whose caches it holds; they are in memory only then.
  }
}
