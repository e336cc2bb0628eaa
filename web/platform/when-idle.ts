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
