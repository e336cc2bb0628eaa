import type { EventEmitter } from 'node:events'
import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { callFirst } from './call-first.ts'

/** An address of the product without a script. A page that waits on its site keeps the process of that site. */
const waitingPath = '/healthz'

/** How long it may take to get there, in milliseconds: a test may have frozen its server. */
const patienceMs = 5_000

/** Pages that wait in their contexts for the next person. */
const waiting = new WeakMap<BrowserContext, Page>()

/** Pages in which something of their test would stay. */
const marked = new WeakSet<Page>()

/** What heard of a page before its test did. */
const ownListeners = new WeakMap<Page, ReadonlySet<unknown>>()

/** What a page keeps from a test and cannot be freed of. */
const lasting = [
  'addInitScript',
  'addLocatorHandler',
  'exposeBinding',
  'exposeFunction',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
] as const satisfies (keyof Page)[]

/**
 * The page of a new person: the one that waits in their context, or a new one. In the process that has loaded the app
 * before, opening it takes half.
 */
export async function openFirstPage(context: BrowserContext): Promise<Page> {
  const page = waiting.get(context)
  waiting.delete(context)
  return page ?? (await context.newPage())
}

/** Notices from the first moment of a page whether it can wait for another person afterwards. */
export function watchPage(page: Page): void {
  for (const name of lasting) callFirst(() => marked.add(page), page, name)
  ownListeners.set(page, new Set(listenersOf(page).map(([, listener]) => listener)))
}

/** Whether a page leaves where its person was, to wait for the next (decision 082). One that cannot shows nothing. */
export async function leave(page: Page): Promise<boolean> {
  const waits = !marked.has(page)
  for (const [name, listener] of listenersOf(page))
    if (!ownListeners.get(page)?.has(listener)) (page as unknown as EventEmitter).off(name, listener)
  await page.goto(waits ? waitingPath : 'about:blank', { timeout: patienceMs })
  return waits
}

/** Makes a page that left like a new one, and has it wait. */
export async function keepPage(
  page: Page,
  session: CDPSession,
  { viewport, colorScheme, reducedMotion }: BrowserContextOptions,
): Promise<void> {
  await session.send('Page.resetNavigationHistory')
  await session.detach()
  await page.evaluate('sessionStorage.clear(); window.name = ""')
  await page.mouse.move(-1, -1)
  await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors: null, contrast: null })
  await page.setViewportSize(viewport!)
  waiting.set(page.context(), page)
}

function listenersOf(page: Page): [string | symbol, () => void][] {
  const emitter = page as unknown as EventEmitter
  return emitter
    .eventNames()
    .flatMap((name) => emitter.listeners(name).map((listener) => [name, listener as () => void] as const))
    .map(([name, listener]) => [name, listener])
}
