import { matchPage } from '#contracts/page-routes.ts'
import { whenIdle } from '../when-idle.ts'
import { analytics, analyticsCallName, type AnalyticsCall } from './calls.ts'
import { consentNow, isTrackingRefused, maySend, onConsent, publicAnalytics } from './consent.ts'
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
 * Collects what is said of the app from now on. It is sent by a library that is loaded when the page has nothing else to
 * do and its visitor may be counted; until then it waits in memory. The session has started.
 */
export function startAnalytics(): void {
  if (!publicAnalytics || isTrackingRefused()) return
  addEventListener(analyticsCallName, (event) => {
    const made = { call: (event as CustomEvent<AnalyticsCall>).detail, path: pathHere(), at: new Date() }
    if (sink) sink.take(made)
    else if (!isDenied() && waiting.length < waitingMax) waiting.push(made)
  })
  onConsent(followConsent)
  followConsent()
  analytics.track('session_start')
}

/** Says which page is shown, by its row of the route table and the parameters of its path. */
export function trackPage(pathname: string): void {
  const match = matchPage(pathname)
  analytics.page(match?.id ?? 'not_found', match?.params)
}

function pathHere(): string {
  return matchPage(location.pathname)?.route.path ?? '/404'
}

function followConsent(): void {
  if (maySend()) return void load()
  // What was kept here goes; what happens until they choose otherwise is nobody's to know.
  sink?.stop()
  sink = null
  if (isDenied()) waiting = []
}

function isDenied(): boolean {
  return consentNow()?.granted === false
}

async function load(): Promise<void> {
  if (isLoading || sink) return
  isLoading = true
  try {
    await whenIdle()
    const { openSink } = await import('./sink.ts')
    const opened = await openSink(publicAnalytics!.writeKey)
    if (!opened || !maySend()) return opened?.stop()
    sink = opened
    const made = waiting
    waiting = []
    for (const one of made) sink.take(one)
  } catch {
    // A file that did not load, or a browser that keeps nothing: the app goes on without.
  } finally {
    isLoading = false
  }
}
