import type { createBrowserRouter } from 'react-router'
import { matchPage } from '#contracts/page-routes.ts'
import { loadInBackground } from '../builds.ts'
import { nextTask, whenIdle } from '../when-idle.ts'
import { analytics, analyticsCallName, type AnalyticsCall } from './calls.ts'
import { consentState, onConsent, publicAnalytics } from './consent.ts'
import type { Sink } from './sink.ts'

/** A call with where and when it was made. */
export interface MadeCall {
  call: AnalyticsCall
  /** The pattern of the page's address, which names no person and holds no code. */
  path: string
  at: Date
}

/** Calls that wait for consent and for the library. A visitor who never answers costs no more. */
const waitingMax = 100
let waiting: MadeCall[] = []
let sink: Sink | null = null
let isLoading = false

/**
 * Collects what is said of the app from now on, first that it started, and each page it shows. It is sent by a library
 * that is loaded when the page has nothing else to do and its visitor may be counted; until then it waits in memory.
 */
export function startAnalytics(router: Router): void {
  const state = consentState()
  if (state === 'off' || state === 'refused') return
  addEventListener(analyticsCallName, (event) => {
    const made = { call: (event as CustomEvent<AnalyticsCall>).detail, path: pathHere(), at: new Date() }
    if (sink) sink.take(made)
    else if (consentState() !== 'denied' && waiting.length < waitingMax) waiting.push(made)
  })
  onConsent(followConsent)
  followConsent()
  analytics.track('session_start')
  trackPages(router)
}

type Router = ReturnType<typeof createBrowserRouter>

/**
 * Each page once it shows, by its row of the route table and the parameters of its path: a change of the query alone is
 * none.
 */
function trackPages(router: Router): void {
  let shown: string | undefined
  const look = ({ location: { pathname }, navigation }: Router['state']) => {
    if (navigation.state !== 'idle' || pathname === shown) return
    shown = pathname
    const match = matchPage(pathname)
    analytics.page(match?.id ?? 'not_found', match?.params)
  }
  look(router.state)
  router.subscribe(look)
}

function pathHere(): string {
  return matchPage(location.pathname)?.route.path ?? '/404'
}

function followConsent(): void {
  const state = consentState()
  if (state === 'granted') return void load()
  // What was kept here goes, and nothing is collected until they choose otherwise.
  sink?.stop()
  sink = null
  if (state === 'denied') waiting = []
}

async function load(): Promise<void> {
  if (isLoading || sink) return
  isLoading = true
  try {
    await whenIdle()
    const { openSink } = await loadInBackground(() => import('./sink.ts'))
    const opened = await openSink(publicAnalytics!.writeKey)
    // No longer to be counted.
    if (!opened) return
    // One by one, in between what people do: the library takes its time for each.
    for (;;) {
      await nextTask()
      if (consentState() !== 'granted') return opened.stop()
      const next = waiting.shift()
      if (!next) break
      opened.take(next)
    }
    sink = opened
  } catch {
    // A file that did not load, or a browser that keeps nothing: the app goes on without.
  } finally {
    isLoading = false
  }
}
