import { isLanguageNew } from './language.ts'
import { followPush } from './push-consent.ts'
import { becameOfflineReady, foundUpdate, hasUnsaved } from './updates.ts'

/** How long a page that is never idle keeps the service worker waiting. */
const idleMaxMs = 4000

/**
 * Registers `/sw.js` for the whole site once the page is idle. Installed for the first time: ready offline. A newer
 * one that waits: the update prompt. One that took control after another: reload, once, when nothing unsaved is lost.
 * `go` opens what a notification is about.
 */
export function registerServiceWorker(go: (path: string) => void): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  navigator.serviceWorker.addEventListener(
    'message',
    ({ data }: MessageEvent<{ type: string; path: string }>) => {
      if (data.type === 'open') go(data.path)
      else if (data.type === 'push-changed') void followPush()
    },
  )
  let isControlled = navigator.serviceWorker.controller !== null
  let isReloading = false
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    const isFirst = !isControlled
    isControlled = true
    if (isFirst || isReloading || isLanguageNew()) return
    // Another tab took the newer build: what is typed here is finished first, then offered a reload.
    if (hasUnsaved()) return foundUpdate()
    isReloading = true
    location.reload()
  })
  addEventListener('load', registerWhenIdle, { once: true })
  if (document.readyState === 'complete') registerWhenIdle()
}

/** The first screen's own requests come first. */
function registerWhenIdle(): void {
  // Not every browser has it.
  if (typeof requestIdleCallback === 'function')
    requestIdleCallback(() => void register(), { timeout: idleMaxMs })
  else setTimeout(() => void register(), idleMaxMs)
}

let registered = false

async function register(): Promise<void> {
  if (registered) return
  registered = true
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/' })
    if (registration.waiting) becameInstalled(registration.waiting, { isFirst: false })
    registration.addEventListener('updatefound', () => watch(registration.installing))
    // The installation may have begun before anyone listened.
    watch(registration.installing)
    // One that the page in the other language began to install would stay until the next page is loaded.
    if (isLanguageNew()) await registration.update()
  } catch (error) {
    // Refused by settings or by a private window: everything works, only not offline.
    console.info('The service worker is not available', error)
  }
}

const watched = new WeakSet<ServiceWorker>()

function watch(worker: ServiceWorker | null): void {
  if (!worker || watched.has(worker)) return
  watched.add(worker)
  worker.addEventListener('statechange', () => {
    const isFirst = navigator.serviceWorker.controller === null
    if (worker.state === 'installed') becameInstalled(worker, { isFirst })
  })
}

/** The worker of the language that this page already speaks takes over without a word. */
function becameInstalled(worker: ServiceWorker, { isFirst }: { isFirst: boolean }): void {
  if (isLanguageNew()) worker.postMessage({ type: 'skip-waiting' })
  else if (isFirst) becameOfflineReady()
  else foundUpdate(worker)
}
