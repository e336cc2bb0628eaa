import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { callFirst } from './call-first.ts'
import { keepPage, leave, watchPage } from './kept-pages.ts'
import { isAsking, watchNetwork } from './network.ts'

type Options = BrowserContextOptions & { baseURL: string }

/** Contexts that their people have closed, by what they were opened with. */
const kept = new WeakMap<Browser, Map<string, BrowserContext[]>>()

/** How to close those for good that would be kept. */
const closers = new WeakMap<BrowserContext, () => Promise<void>>()

/** What a context keeps from a test and cannot be freed of. */
const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'on',
  'once',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setHTTPCredentials',
  'setOffline',
] as const satisfies (keyof BrowserContext)[]

const clockMethods = [
  'fastForward',
  'install',
  'pauseAt',
  'resume',
  'runFor',
  'setFixedTime',
  'setSystemTime',
] as const satisfies (keyof BrowserContext['clock'])[]

/**
 * A context for a new person. Where another has closed one like it, that one is emptied and used again: the app's files
 * are loaded and compiled there, which is a third of what opening a page costs.
 */
export async function openContext(
  browser: Browser,
  options: Options,
  { isKept }: { isKept: boolean },
): Promise<BrowserContext> {
  const byOptions = kept.get(browser) ?? new Map<string, BrowserContext[]>()
  kept.set(browser, byOptions)
  const key = JSON.stringify(options)
  const closed = byOptions.get(key) ?? []
  byOptions.set(key, closed)
  const again = isKept ? closed.pop() : undefined
  if (again) return again
  const context = await browser.newContext(options)
  watchNetwork(context)
  context.setDefaultTimeout(60_000)
  if (isKept) keepAfterUse(context, options, closed)
  return context
}

/** Closes every context of a browser, those included that were kept. */
export async function closeContexts(browser: Browser): Promise<void> {
  kept.delete(browser)
  await Promise.all(
    browser.contexts().map(async (context) => await (closers.get(context)?.() ?? context.close())),
  )
}

/** From now on `close()` empties the context and keeps it, unless something of its test would stay in it. */
function keepAfterUse(context: BrowserContext, options: Options, closed: BrowserContext[]): void {
  const { baseURL: origin } = options
  let isLikeNew = true
  const spoil = () => (isLikeNew = false)
  context.on('page', (page) => {
    page.on('framenavigated', (frame) => {
      if (/^https?:/.test(frame.url()) && new URL(frame.url()).origin !== origin) spoil()
    })
    watchPage(page)
  })
  const close = context.close.bind(context)
  const devtools = context.newCDPSession.bind(context)
  closers.set(context, close)
  for (const name of lasting) callFirst(spoil, context, name)
  for (const name of clockMethods) callFirst(spoil, context.clock, name)

  /** Takes pages, cookies and all that is stored out of it; false where it cannot be sure to have everything. */
  const empty = async () => {
    const pages = context.pages()
    const [last] = pages
    // The renewal of a session goes on without its page, and its answer sets a cookie.
    if (!last || pages.some((page) => isAsking(page, '/identity/'))) return false
    await Promise.all(pages.slice(1).map(async (page) => await page.close()))
    const waits = await leave(last)
    await context.clearCookies()
    const session = await devtools(last)
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    if (waits) await keepPage(last, session, options)
    else await last.close()
    return isLikeNew
  }

  context.close = async (reason) => {
    // It does not leave where the site has gone: then it closes.
    if (isLikeNew && (await empty().catch(() => false))) closed.push(context)
    else await close(reason)
  }
}
