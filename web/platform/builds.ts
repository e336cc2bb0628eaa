/** A page reloads for a failed chunk at most once in this time. */
export const reloadGuardMs = 10_000

const reloadedAtKey = 'crels:chunk-reload'

/**
 * A chunk that does not load belongs to an older build, or the network failed: the page reloads once, and a second
 * failure within ten seconds goes on to the error page.
 */
export function reloadOnChunkFailure(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!mayReload(readTime(), Date.now())) return
    event.preventDefault()
    sessionStorage.setItem(reloadedAtKey, String(Date.now()))
    location.reload()
  })
}

/** Whether a chunk failure at `now` may reload, when the last reload was at `last` (milliseconds, 0 for never). */
export function mayReload(last: number, now: number): boolean {
  return now < last || now - last >= reloadGuardMs
}

function readTime(): number {
  try {
    return Number(sessionStorage.getItem(reloadedAtKey)) || 0
  } catch {
    // Without storage a reload could not be guarded, so there is none.
    return Date.now()
  }
}

/** A lazily loaded module; while a reload is under way (the import then gives nothing) it simply never comes. */
export async function comeLater<T>(module: Promise<T>): Promise<T> {
  return (await module) ?? new Promise<T>(() => {})
}
