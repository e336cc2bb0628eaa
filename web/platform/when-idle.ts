/** Longer than this, what a page still loads holds nothing back. */
const loadMs = 5_000

/** A tab that is hidden, or a window that is covered, paints nothing. */
const paintMs = 100

let isShown = false
let setShown = () => {}
const shown = new Promise<void>((resolve) => (setShown = resolve))

/** The app is on screen: before that, a browser that waits for its files seems to have nothing to do. */
export function appIsShown(): void {
  isShown = true
  setShown()
}

/** When what has just changed in the app is painted; at once before the app is on screen. */
export async function afterPaint(): Promise<void> {
  if (!isShown) return
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, paintMs)
  })
}

const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }

/** Between two pieces of work that would hold up a tap in one: what people do comes first, and then the work goes on. */
export async function nextTask(): Promise<void> {
  // Safari has none. No timer: in a tab behind another those are slowed to one a second.
  if (scheduler?.yield) return await scheduler.yield()
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}

/** When the app is on screen, the page has loaded and the browser has nothing else to do: the screen comes first. */
export async function whenIdle(): Promise<void> {
  await shown
  await new Promise<void>((resolve) => {
    if (document.readyState === 'complete') return resolve()
    addEventListener('load', () => resolve(), { once: true })
    setTimeout(resolve, loadMs)
  })
  await new Promise<void>((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: loadMs })
    else setTimeout(resolve, 2_000)
  })
}
