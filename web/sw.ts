/// <reference lib="webworker" />
import { matchPage } from '#contracts/page-routes.ts'
import { buildCachePrefix } from './platform/build-caches.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Precached[] }

/** A file of the build; without a revision its name already carries its hash. */
interface Precached {
  url: string
  revision: string | null
}

const files = self.__WB_MANIFEST
const shell = '/index.html'
const offlinePage = '/offline.html'
const cacheName = buildCachePrefix + fingerprint(files.map(({ url, revision }) => url + revision).join())
const fetchedAtOnce = 2
/** A connection that is there and carries nothing, as on a train, would leave the screen blank for minutes. */
const silenceMs = 8_000
/** Where others answer: redirects, pixels, the identity, tools. A visit there neither waits for the worker nor ends in our pages. */
const leftAlone = /^\/(console|s|px|identity|dev|api|v1)(\/|$)/
const paths = new Set(files.map(({ url }) => pathOf(url)))

// Installed, then waiting: the page asks the person before the new build takes over.
self.addEventListener('install', (event) => {
  event.waitUntil(fillCache())
})

self.addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'skip-waiting') void self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOldCaches(), self.clients.claim()]))
})

/**
 * Files of the build come from the cache, pages from the network and, without one that answers, from the cached shell.
 * Nothing else is touched: answers of the API, of the identity and of anything with a bearer are neither read from a cache
 * nor written to one.
 */
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin || request.headers.has('authorization'))
    return
  if (leftAlone.test(url.pathname)) return
  if (request.mode === 'navigate') event.respondWith(page(request, url.pathname))
  else if (paths.has(url.pathname) || url.pathname.startsWith('/assets/'))
    event.respondWith(file(request, url.pathname))
})

/** A notification of ours (server/modules/push); whatever else comes is shown too, as browsers ask for. */
self.addEventListener('push', (event) => {
  const { title, body, path, tag } = messageIn(event.data)
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      icon: '/icons/icon-192.png',
      badge: '/icons/icon-192.png',
      data: { path },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(ownPath((event.notification.data as { path?: unknown } | null)?.path)))
})

/**
 * The browser renewed its subscription. Who is signed in is known to pages alone: those that are open say the new one to
 * the server, else the next that opens.
 */
self.addEventListener('pushsubscriptionchange', (event) => {
  ;(event as ExtendableEvent).waitUntil(sayToPages({ type: 'push-changed' }))
})

interface ShownMessage {
  title: string
  body: string
  path: string
  tag: string
}

function messageIn(data: PushMessageData | null): ShownMessage {
  const text = (value: unknown, otherwise: string) =>
    typeof value === 'string' && value !== '' ? value.slice(0, 300) : otherwise
  let said: Partial<Record<keyof ShownMessage, unknown>> = {}
  try {
    said = (data?.json() as typeof said | null) ?? {}
  } catch {
    // Not of ours.
  }
  return {
    title: text(said.title, 'Crels'),
    body: text(said.body, ''),
    path: ownPath(said.path),
    tag: text(said.tag, 'crels'),
  }
}

/** A page of this site; home for everything else. */
function ownPath(path: unknown): string {
  if (typeof path !== 'string' || !URL.canParse(path, location.origin)) return '/'
  const url = new URL(path, location.origin)
  // `/.//host` is a path of ours, which would be read as another site's address.
  const pathname = url.pathname.replace(/^\/+/, '/')
  return url.origin === location.origin ? pathname + url.search + url.hash : '/'
}

/** In the page that was used last, which keeps what is typed there; else in a new one. */
async function open(path: string): Promise<void> {
  // Pages that mails and short links open are of this site too, but listen to nothing.
  const pages = await self.clients.matchAll({ type: 'window' })
  const page = pages.find(({ url }) => matchPage(new URL(url).pathname))
  if (!page) return void (await self.clients.openWindow(path))
  page.postMessage({ type: 'open', path })
  await page.focus()
}

async function sayToPages(message: { type: string }): Promise<void> {
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(message)
}

async function page(request: Request, pathname: string): Promise<Response> {
  const isOurs = matchPage(pathname) !== undefined
  const answer = fetch(request)
  try {
    return await (isOurs ? soon(answer) : answer)
  } catch {
    return (await kept(isOurs ? shell : offlinePage)) ?? answer
  }
}

/** Rejects where nothing is heard of the server; how long the page then takes to arrive is another matter. */
async function soon(answer: Promise<Response>): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('silence')), silenceMs)
  })
  try {
    return await Promise.race([answer, silence])
  } finally {
    clearTimeout(timer)
  }
}

async function file(request: Request, pathname: string): Promise<Response> {
  return (await kept(pathname)) ?? fetch(request)
}

/**
 * What this build's cache has of a path, or that of the build before, of which a page may still be open. A browser that
 * cannot read its caches, as with a broken profile, has nothing.
 */
async function kept(pathname: string): Promise<Response | undefined> {
  try {
    const own = await caches.open(cacheName)
    return (await own.match(pathname)) ?? (await caches.match(pathname))
  } catch {
    return undefined
  }
}

/** A few at a time, so that the page's own requests find a connection free; goes on where a cut one stopped. */
async function fillCache(): Promise<void> {
  const cache = await caches.open(cacheName)
  const missing = [...files]
  const fillers = Array.from({ length: fetchedAtOnce }, async () => {
    for (let next = missing.shift(); next; next = missing.shift()) await keep(cache, next)
  })
  await Promise.all(fillers)
}

async function keep(cache: Cache, { url, revision }: Precached): Promise<void> {
  const path = pathOf(url)
  if (await cache.match(path)) return
  await cache.add(new Request(path, { cache: revision ? 'reload' : 'default' }))
}

/**
 * All but this build's and the one before: a tab that holds something typed goes on with the older build until it is
 * saved, and the server no longer has its files. Names come in the order in which the caches were made.
 */
async function dropOldCaches(): Promise<void> {
  const names = await caches.keys()
  const older = names.filter((name) => name.startsWith(buildCachePrefix) && name !== cacheName)
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)))
}

function pathOf(url: string): string {
  return new URL(url, location.origin).pathname
}

/** FNV-1a: names a cache, guards nothing. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0).toString(16)
}
