import { useSyncExternalStore } from 'react'

export type Density = 'comfortable' | 'compact'

const key = 'console-density'
const listeners = new Set<() => void>()
let density: Density = read()

/** How close the rows of all lists stand in this browser. */
export function useDensity(): Density {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => density,
  )
}

/** Changes it, and keeps it in this browser. */
export function changeDensity(next: Density): void {
  density = next
  try {
    localStorage.setItem(key, next)
  } catch {
    // Storage may be refused; then it holds until the page is closed.
  }
  for (const listener of listeners) listener()
}

export const isCompact = (density: Density): boolean => density === 'compact'

function read(): Density {
  try {
    return localStorage.getItem(key) === 'compact' ? 'compact' : 'comfortable'
  } catch {
    return 'comfortable'
  }
}
