import { useEffect, useId, useSyncExternalStore } from 'react'

/** What the page knows of newer builds and of being ready for a missing connection. */
export interface Updates {
  /** A newer build is there; the person decides when. */
  isReady: boolean
  /** The first installation of the service worker is complete. */
  isOfflineReady: boolean
}

let updates: Updates = { isReady: false, isOfflineReady: false }
let waiting: ServiceWorker | null = null
const listeners = new Set<() => void>()
/** Forms with what is not saved; whether another page has it still. */
export const dirtyForms = new Map<string, boolean | undefined>()

function change(next: Partial<Updates>): void {
  updates = { ...updates, ...next }
  for (const listener of listeners) listener()
}

/** A newer build was found: by its id, as a service worker that waits, or as one that took control. */
export function foundUpdate(worker?: ServiceWorker): void {
  if (worker) waiting = worker
  change({ isReady: true })
}

export function becameOfflineReady(): void {
  change({ isOfflineReady: true })
}

/** "Later", or the toast was seen. */
export function dismissUpdates(): void {
  change({ isReady: false, isOfflineReady: false })
}

/** Takes the newer build: the waiting service worker takes over, whose control reloads the page; else a reload. */
export function applyUpdate(): void {
  // One that no longer waits has nothing to take over.
  if (waiting?.state === 'installed') waiting.postMessage({ type: 'skip-waiting' })
  else location.reload()
}

/** What to show. The prompt waits while a form holds something that was not saved. */
export function useUpdates(): Updates {
  return useSyncExternalStore(subscribe, snapshot, snapshot)
}

/** Whether something on the page is not saved, now and as it changes. */
export function useUnsaved(): boolean {
  return useSyncExternalStore(subscribe, hasUnsaved, hasUnsaved)
}

/** Whether something on the page is not saved. */
export function hasUnsaved(): boolean {
  return dirtyForms.size > 0
}

/**
 * Says that a form has unsaved input: the update prompt stays away, and a member is asked before they leave the page, by a
 * reload alone where another page does not lose it (`isKept`).
 */
export function useDirtyForm(isDirty: boolean, isKept?: boolean): void {
  const id = useId()
  useEffect(() => {
    if (!isDirty) return
    dirtyForms.set(id, isKept)
    change({})
    return () => {
      dirtyForms.delete(id)
      change({})
    }
  }, [id, isDirty, isKept])
}

const held: Updates = { isReady: false, isOfflineReady: false }

function snapshot(): Updates {
  return dirtyForms.size > 0 ? held : updates
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
