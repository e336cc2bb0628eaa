import { AnalyticsBrowser, type Analytics } from '@segment/analytics-next'
import { retryDelay } from '../session-timing.ts'
import { nextTask } from '../when-idle.ts'
import { consentNow, consentState } from './consent.ts'
import type { MadeCall } from './start.ts'

/** Where calls go once the library is there. */
export interface Sink {
  take(made: MadeCall): void
  /** Sends nothing more, and drops what the library keeps in this browser. */
  stop(): void
}

/** What the library keeps by itself: what could not be sent, and beside it who the visitor is. */
const unsentKeys = /:dest-Segment\.io/
const keptKeys = /^(ajs_|analytics_session_id|.*:dest-Segment\.io)/

/**
 * Opens the library on our own origin. Its settings are asked for here and not by the library, which would write a failure
 * to the console, and until they are had: what happens meanwhile waits. Null where the visitor is no longer to be counted.
 */
export async function openSink(writeKey: string): Promise<Sink | null> {
  let cdnSettings = await settingsOf(writeKey)
  for (let failures = 1; !cdnSettings; failures += 1) {
    await later(failures)
    if (consentState() !== 'granted') return null
    cdnSettings = await settingsOf(writeKey)
  }
  await nextTask()
  const [library] = await AnalyticsBrowser.load(
    { writeKey, cdnURL: location.origin, cdnSettings },
    {
      // No cookies: what it keeps is read by this origin's scripts alone.
      storage: { stores: ['localStorage', 'memory'] },
      useQueryString: false,
    },
  )
  let isStopped = false
  return {
    take: (made) => {
      if (!isStopped) void send(library, made).catch(() => {})
    },
    stop: () => {
      isStopped = true
      dropUnsent(library)
      library.reset()
      forgetKept(keptKeys)
      // As the page is left the library writes down what it has not sent; this comes after it.
      addEventListener('pagehide', () => forgetKept(consentState() === 'granted' ? unsentKeys : keptKeys))
    },
  }
}

type Settings = NonNullable<Parameters<typeof AnalyticsBrowser.load>[0]['cdnSettings']>

async function settingsOf(writeKey: string): Promise<Extract<Settings, object> | null> {
  try {
    const answer = await fetch(`/v1/projects/${writeKey}/settings`)
    return answer.ok ? ((await answer.json()) as Extract<Settings, object>) : null
  } catch {
    // No connection, or an answer that is not ours.
    return null
  }
}

/** After 30 s, 1, 2, 4, 8 and then each 16 minutes, or when the connection is back. */
async function later(failures: number): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, retryDelay(failures))
    addEventListener('online', () => resolve(), { once: true })
  })
}

async function send(library: Analytics, { call, path, at }: MadeCall): Promise<unknown> {
  const options = { timestamp: at, context: { page: pageOf(path), consent: consentOf() } }
  switch (call.call) {
    case 'identify':
      return await library.identify(call.uid, call.traits ?? {}, options)
    case 'alias':
      // Left out, it would be who is identified by the time it is sent: the member themselves.
      return await library.alias(call.uid, library.user().anonymousId() ?? undefined, options)
    case 'track':
      return await library.track(call.event, call.properties, options)
    case 'page':
      return await library.page(undefined, call.name, { ...call.properties, ...pageOf(path) }, options)
    case 'screen':
      return await library.screen(undefined, call.name, call.properties, options)
    case 'group':
      return await library.group(call.groupId, call.traits ?? {}, options)
    case 'reset':
      return library.reset()
  }
}

/** In place of what the library would say: addresses may hold codes and tokens, titles names. */
function pageOf(path: string) {
  return { path, url: location.origin + path, search: '', title: '', referrer: otherSite(document.referrer) }
}

/** Which other site led here, without its page. */
function otherSite(referrer: string): string {
  if (!URL.canParse(referrer)) return ''
  const { origin } = new URL(referrer)
  return origin === location.origin ? '' : `${origin}/`
}

/** As it was given: when and of what. */
function consentOf() {
  const consent = consentNow()
  return consent ? { at: consent.at, version: consent.version } : undefined
}

/** The library goes on trying to send what failed, and has no way to stop: it is sent to nobody. */
function dropUnsent(library: Analytics): void {
  const sender = library.queue.plugins.find(({ name }) => name === 'Segment.io')
  if (!sender) return
  for (const call of ['identify', 'alias', 'track', 'page', 'screen', 'group'] as const)
    sender[call] = (context) => context
}

function forgetKept(keys: RegExp): void {
  try {
    for (const key of Object.keys(localStorage)) if (keys.test(key)) localStorage.removeItem(key)
  } catch {
    // Without storage nothing was kept.
  }
}
