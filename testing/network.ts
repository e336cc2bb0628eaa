import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Page, Request } from 'playwright-core'

/** What each page has on its way. */
const underWay = new WeakMap<Page, Set<Request>>()

/** Notes what the pages of a context ask for, from their first request on. */
export function watchNetwork(context: BrowserContext): void {
  context.on('page', (page) => {
    const requests = new Set<Request>()
    underWay.set(page, requests)
    // The stream stays open as long as the page; of what outlives a page, as analytics do, Chromium does not say its end.
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname !== '/api/v1/stream' && !pathname.startsWith('/v1/')) requests.add(request)
    })
    for (const end of ['requestfinished', 'requestfailed'] as const)
      page.on(end as 'requestfinished', (request) => requests.delete(request))
  })
}

/** Whether something at addresses that begin so is on its way to a page. */
export function isAsking(page: Page, path: string): boolean {
  return [...(underWay.get(page) ?? [])].some((request) => new URL(request.url()).pathname.startsWith(path))
}

/** Waits until a page has asked for nothing, and waited for nothing, during half a second. */
export async function networkQuiet(page: Page, timeoutMs = 60_000): Promise<void> {
  const requests = underWay.get(page)
  if (!requests) throw new Error('watchNetwork its context first')
  const until = Date.now() + timeoutMs
  for (let quietSince = Date.now(); Date.now() - quietSince < 500; await delay(25)) {
    if (requests.size > 0) quietSince = Date.now()
    if (Date.now() > until)
      throw new Error(`Still on their way: ${[...requests].map((request) => request.url()).join(' ')}`)
  }
}

/**
 * Takes a page's connection away, and waits until its browser says so: once in thousands of times Chromium drops the
 * message, and the command is repeated. How the product reacts is for the test to check.
 */
export async function goOffline(page: Page): Promise<void> {
  for (let round = 0; round < 10; round++) {
    await page.context().setOffline(true)
    const online = async () => await page.evaluate('navigator.onLine')
    for (let asked = 0; asked < 20; asked++) {
      if (!(await online())) return
      await delay(50)
    }
    await page.context().setOffline(false)
  }
  throw new Error('The browser keeps its connection')
}
