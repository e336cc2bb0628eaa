import { recordChunkFailure } from '../ui/chunk-failure.ts'
import { foundUpdate } from './updates.ts'

/** A page reloads for a failed chunk at most once in this time. */
export const reloadGuardMs = 10_000

/** How often an open page asks for the latest build (docs/session.md, Builds). */
export const checkEveryMs = 3_600_000

const reloadedAtKey = 'crels:chunk-reload'

/**
 * A chunk that does not load belongs to an older build, or the network failed: the page reloads once, at the address
 * that was asked for (`pending`, null where none is), and a second failure within ten seconds goes on to the error
 * page. Without a connection a reload would replace what is on screen by the browser's own error: there is none.
 */
export function reloadOnChunkFailure(pending: () => string | null): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (event.payload) recordChunkFailure(event.payload)
    const last = readTime()
    // Whose it is shows in what comes next: a load that no screen waits for takes its own. Until then none is counted.
    const isSure = inBackground === 0
    if (!navigator.onLine || !mayReload(last, Date.now()) || !keepTime(isSure ? Date.now() : last)) return
    event.preventDefault()
    const target = pending()
    const reload = () => (target === null ? location.reload() : location.assign(target))
    if (isSure) return reload()
    unclaimed.push(event.payload)
    setTimeout(() => {
      if (unclaimed.splice(0).length > 0 && keepTime(Date.now())) reload()
    })
  })
}

let inBackground = 0

/** Failures of chunks that a load in the background may yet take for its own. */
const unclaimed: unknown[] = []

/**
 * A module that no screen waits for: where it does not load, no page is reloaded for it. Rejects as `import()` does.
 */
export async function loadInBackground<T>(load: () => Promise<T>): Promise<T> {
  inBackground += 1
  try {
    const loaded = await load()
    // An import whose failure was to reload the page gives nothing.
    if (loaded === undefined) throw unclaimed.at(-1)
    return loaded
  } catch (error) {
    throw unclaimed.pop() ?? error
  } finally {
    inBackground -= 1
  }
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

/** Whether the reload can be guarded: in a storage that is full it cannot, and would come again and again. */
function keepTime(at: number): boolean {
  try {
    sessionStorage.setItem(reloadedAtKey, String(at))
    return true
  } catch {
    return false
  }
}

/**
 * The request id of a chunk that did not load, by asking for it once more: an import gives nothing of its answer. Null
 * where the server cannot be reached or the browser does not name the file.
 */
export async function requestIdOfChunk(error: unknown): Promise<string | null> {
  const [address] = /https?:\S+/.exec(String(error)) ?? []
  if (!address?.startsWith(`${location.origin}/`)) return null
  try {
    const answer = await fetch(address, { cache: 'no-store' })
    return answer.ok ? null : answer.headers.get('x-request-id')
  } catch {
    return null
  }
}

/** A lazily loaded module; while a reload is under way (the import then gives nothing) it simply never comes. */
export async function comeLater<T>(module: Promise<T>): Promise<T> {
  return (await module) ?? new Promise<T>(() => {})
}

/** Compares this page's build with the latest, every hour and on the first focus after that. */
export function watchBuilds(): void {
  const own = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content
  if (!own) return
  let checkedAt = Date.now()
  const check = async (): Promise<void> => {
    checkedAt = Date.now()
    const latest = await latestBuild()
    if (latest !== null && latest !== own) foundUpdate(await newerWorker())
  }
  setInterval(() => void check(), checkEveryMs)
  // A page in the background may have slept through its hours.
  window.addEventListener('focus', () => {
    if (Date.now() - checkedAt >= checkEveryMs) void check()
  })
}

/**
 * The service worker of a newer build, installed now, so that one press takes both; undefined where there is none: the
 * page alone is loaded anew.
 */
async function newerWorker(): Promise<ServiceWorker | undefined> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    await registration?.update()
    const worker = registration?.installing
    if (worker)
      await new Promise<void>((resolve) => {
        worker.addEventListener('statechange', () => resolve(), { once: true })
      })
    return registration?.waiting ?? undefined
  } catch {
    return undefined
  }
}

async function latestBuild(): Promise<string | null> {
  try {
    const response = await fetch(`/builds/latest.json?${Date.now()}`, { cache: 'no-store' })
    const { id } = (await response.json()) as { id?: unknown }
    return response.ok && typeof id === 'string' ? id : null
  } catch {
    // Offline, or an answer that is not ours: the next hour asks again.
    return null
  }
}
